// Drives the client that openapi-generator generates.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"

	"example.com/client/payments"
)

func main() {
	serve(carryOut, readEvent)
}

func carryOut(o order) reply {
	configuration := payments.NewConfiguration()
	configuration.Servers = payments.ServerConfigurations{{URL: o.URL}}
	api := payments.NewAPIClient(configuration).PaymentsAPI
	ctx := context.WithValue(context.Background(), payments.ContextAccessToken, o.Token)
	var invoice *payments.PaymentInvoice
	var response *http.Response
	var err error
	switch o.Op {
	case "create":
		// A literal, because the constructor would fill in defaults.
		body := payments.CreatePaymentRequest{CashTag: o.Body.CashTag, Amount: numberOf(o.Body.Amount),
			IsWhiteLabel: o.Body.IsWhiteLabel, CallbackUrl: o.Body.CallbackUrl, ReturnUrl: o.Body.ReturnUrl}
		call := api.CreatePayment(ctx).CreatePaymentRequest(body)
		if o.Key != "" {
			call = call.IdempotencyKey(o.Key)
		}
		invoice, response, err = call.Execute()
	case "fetch":
		body := *payments.NewFetchPaymentRequest(o.Body.InvoiceId)
		invoice, response, err = api.FetchPayment(ctx).FetchPaymentRequest(body).Execute()
	case "submit":
		body := *payments.NewSubmitReceiptRequest(o.Body.InvoiceId, o.Body.WebReceipt)
		invoice, response, err = api.SubmitReceipt(ctx).SubmitReceiptRequest(body).Execute()
	}
	if err == nil {
		return reply{"invoice": invoiceOf(invoice)}
	}
	var refusal *payments.GenericOpenAPIError
	if errors.As(err, &refusal) {
		if problem, ok := refusal.Model().(payments.Problem); ok {
			items := []string{}
			for _, item := range problem.Errors {
				items = append(items, item.GetCode())
			}
			return reply{"problem": reply{"status": response.StatusCode, "code": problem.Code, "items": items}}
		}
	}
	var status *int
	if response != nil {
		status = &response.StatusCode
	}
	return failure(status, err)
}

func readEvent(o order) reply {
	var event payments.InvoiceEvent
	if err := json.Unmarshal([]byte(o.Payload), &event); err != nil {
		return failure(nil, err)
	}
	return reply{"event": reply{"type": event.Type, "sequence": event.Sequence, "invoice": invoiceOf(&event.Data)}}
}

func invoiceOf(i *payments.PaymentInvoice) reply {
	var paid *string
	if amount := i.PaidAmount.Get(); amount != nil {
		text := textOf(*amount)
		paid = &text
	}
	return reply{
		"id": i.Id, "paymentUrl": i.PaymentUrl, "cashTag": i.CashTag, "note": i.Note,
		"amount": textOf(i.Amount), "isWhiteLabel": i.IsWhiteLabel,
		"receiptId": i.ReceiptId.Get(), "paidAmount": paid, "status": i.Status, "returnUrl": i.ReturnUrl.Get(),
		"expiresAt": i.ExpiresAt.UnixMilli(), "createdAt": i.CreatedAt.UnixMilli(),
	}
}

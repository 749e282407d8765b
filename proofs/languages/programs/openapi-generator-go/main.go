// Drives the client that openapi-generator generates: reads one JSON order per line and writes one JSON reply per line.
package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"os"
	"strconv"

	"example.com/client/payments"
	standardwebhooks "github.com/standard-webhooks/standard-webhooks/libraries/go"
)

type order struct {
	Op, URL, Token, Key, Payload, Secret string
	Headers                              map[string]string
	Body                                 struct {
		CashTag, Amount, InvoiceId, WebReceipt string
		IsWhiteLabel                           *bool
		CallbackUrl, ReturnUrl                 *string
	}
}

func main() {
	lines := bufio.NewScanner(os.Stdin)
	lines.Buffer(nil, 1<<20)
	replies := json.NewEncoder(os.Stdout)
	for lines.Scan() {
		var o order
		if err := json.Unmarshal(lines.Bytes(), &o); err != nil {
			panic(err)
		}
		replies.Encode(carryOut(o))
	}
}

func carryOut(o order) map[string]any {
	if o.Op == "event" {
		return readEvent(o)
	}
	configuration := payments.NewConfiguration()
	configuration.Servers = payments.ServerConfigurations{{URL: o.URL}}
	api := payments.NewAPIClient(configuration).PaymentsAPI
	ctx := context.WithValue(context.Background(), payments.ContextAccessToken, o.Token)
	var invoice *payments.PaymentInvoice
	var response *http.Response
	var err error
	switch o.Op {
	case "create":
		amount, _ := strconv.ParseFloat(o.Body.Amount, 64)
		// A literal, because the constructor would fill in defaults.
		body := payments.CreatePaymentRequest{CashTag: o.Body.CashTag, Amount: amount,
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
		return map[string]any{"invoice": invoiceOf(invoice)}
	}
	var failure *payments.GenericOpenAPIError
	if errors.As(err, &failure) {
		if problem, ok := failure.Model().(payments.Problem); ok {
			items := []string{}
			for _, item := range problem.Errors {
				items = append(items, item.GetCode())
			}
			return map[string]any{"problem": map[string]any{"status": response.StatusCode, "code": problem.Code, "items": items}}
		}
	}
	var status *int
	if response != nil {
		status = &response.StatusCode
	}
	return map[string]any{"failure": map[string]any{"status": status, "kind": "error", "message": err.Error()}}
}

func readEvent(o order) map[string]any {
	webhook, err := standardwebhooks.NewWebhook(o.Secret)
	headers := http.Header{}
	for name, value := range o.Headers {
		headers.Set(name, value)
	}
	if err == nil {
		err = webhook.Verify([]byte(o.Payload), headers)
	}
	var event payments.InvoiceEvent
	if err == nil {
		err = json.Unmarshal([]byte(o.Payload), &event)
	}
	if err != nil {
		return map[string]any{"failure": map[string]any{"status": nil, "kind": "error", "message": err.Error()}}
	}
	return map[string]any{"event": map[string]any{"type": event.Type, "sequence": event.Sequence, "invoice": invoiceOf(&event.Data)}}
}

func invoiceOf(i *payments.PaymentInvoice) map[string]any {
	var paid *string
	if amount := i.PaidAmount.Get(); amount != nil {
		text := strconv.FormatFloat(*amount, 'f', -1, 64)
		paid = &text
	}
	return map[string]any{
		"id": i.Id, "paymentUrl": i.PaymentUrl, "cashTag": i.CashTag, "note": i.Note,
		"amount": strconv.FormatFloat(i.Amount, 'f', -1, 64), "isWhiteLabel": i.IsWhiteLabel,
		"receiptId": i.ReceiptId.Get(), "paidAmount": paid, "status": i.Status, "returnUrl": i.ReturnUrl.Get(),
		"expiresAt": i.ExpiresAt.UnixMilli(), "createdAt": i.CreatedAt.UnixMilli(),
	}
}

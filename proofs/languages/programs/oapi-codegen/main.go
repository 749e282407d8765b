// Drives the client that oapi-codegen generates.
package main

import (
	"context"
	"encoding/json"
	"io"
	"net/http"
	"strings"

	"example.com/client/payments"
)

func main() {
	serve(carryOut, readEvent)
}

func carryOut(o order) reply {
	if o.Op == "sweep" {
		return sweep(o.From, o.To)
	}
	ctx := context.Background()
	client, err := payments.NewClient(o.URL, payments.WithRequestEditorFn(func(_ context.Context, r *http.Request) error {
		r.Header.Set("Authorization", "Bearer "+o.Token)
		return nil
	}))
	if err != nil {
		return failure(nil, err)
	}
	var response *http.Response
	switch o.Op {
	case "create":
		params := &payments.CreatePaymentParams{}
		if o.Key != "" {
			params.IdempotencyKey = &o.Key
		}
		response, err = client.CreatePayment(ctx, params, payments.CreatePaymentRequest{CashTag: o.Body.CashTag, Amount: numberOf(o.Body.Amount),
			IsWhiteLabel: o.Body.IsWhiteLabel, CallbackUrl: o.Body.CallbackUrl, ReturnUrl: o.Body.ReturnUrl})
	case "fetch":
		response, err = client.FetchPayment(ctx, payments.FetchPaymentRequest{InvoiceId: o.Body.InvoiceId})
	case "submit":
		response, err = client.SubmitReceipt(ctx,
			payments.SubmitReceiptRequest{InvoiceId: o.Body.InvoiceId, WebReceipt: o.Body.WebReceipt})
	}
	if err != nil {
		return failure(nil, err)
	}
	return read(response)
}

// Handles all statuses alike. ClientWithResponses has a field for each status, but every one of these is a Problem.
func read(response *http.Response) reply {
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		return failure(&response.StatusCode, err)
	}
	if response.StatusCode < 300 {
		var invoice payments.PaymentInvoice
		if err := json.Unmarshal(body, &invoice); err != nil {
			return failure(&response.StatusCode, err)
		}
		return reply{"invoice": invoiceOf(&invoice)}
	}
	var problem payments.Problem
	if !strings.Contains(response.Header.Get("Content-Type"), "json") || json.Unmarshal(body, &problem) != nil {
		return reply{"failure": reply{"status": response.StatusCode, "kind": "no problem"}}
	}
	items := []string{}
	if problem.Errors != nil {
		for _, item := range *problem.Errors {
			items = append(items, *item.Code)
		}
	}
	return reply{"problem": reply{"status": response.StatusCode, "code": problem.Code, "items": items}}
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
	if i.PaidAmount != nil {
		text := textOf(*i.PaidAmount)
		paid = &text
	}
	return reply{
		"id": i.Id, "paymentUrl": i.PaymentUrl, "cashTag": i.CashTag, "note": i.Note,
		"amount": textOf(i.Amount), "isWhiteLabel": i.IsWhiteLabel,
		"receiptId": i.ReceiptId, "paidAmount": paid, "status": i.Status, "returnUrl": i.ReturnUrl,
		"expiresAt": i.ExpiresAt.UnixMilli(), "createdAt": i.CreatedAt.UnixMilli(),
	}
}

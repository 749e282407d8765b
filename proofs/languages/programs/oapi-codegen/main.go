// Drives the client that oapi-codegen generates: reads one JSON order per line and writes one JSON reply per line.
package main

import (
	"bufio"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"os"
	"strconv"
	"strings"

	"example.com/client/payments"
	standardwebhooks "github.com/standard-webhooks/standard-webhooks/libraries/go"
)

type order struct {
	Op, URL, Token, Key, Payload, Secret string
	From, To                             int
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
		amount, _ := strconv.ParseFloat(o.Body.Amount, 64)
		params := &payments.CreatePaymentParams{}
		if o.Key != "" {
			params.IdempotencyKey = &o.Key
		}
		response, err = client.CreatePayment(ctx, params, payments.CreatePaymentRequest{CashTag: o.Body.CashTag, Amount: amount,
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

// Handles all statuses alike: ClientWithResponses has a field for each, but every one of them is a Problem.
func read(response *http.Response) map[string]any {
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
		return map[string]any{"invoice": invoiceOf(&invoice)}
	}
	var problem payments.Problem
	if !strings.Contains(response.Header.Get("Content-Type"), "json") || json.Unmarshal(body, &problem) != nil {
		return map[string]any{"failure": map[string]any{"status": response.StatusCode, "kind": "no problem"}}
	}
	items := []string{}
	if problem.Errors != nil {
		for _, item := range *problem.Errors {
			items = append(items, *item.Code)
		}
	}
	return map[string]any{"problem": map[string]any{"status": response.StatusCode, "code": problem.Code, "items": items}}
}

func failure(status *int, err error) map[string]any {
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
		return failure(nil, err)
	}
	return map[string]any{"event": map[string]any{"type": event.Type, "sequence": event.Sequence, "invoice": invoiceOf(&event.Data)}}
}

func invoiceOf(i *payments.PaymentInvoice) map[string]any {
	var paid *string
	if i.PaidAmount != nil {
		text := strconv.FormatFloat(*i.PaidAmount, 'f', -1, 64)
		paid = &text
	}
	return map[string]any{
		"id": i.Id, "paymentUrl": i.PaymentUrl, "cashTag": i.CashTag, "note": i.Note,
		"amount": strconv.FormatFloat(i.Amount, 'f', -1, 64), "isWhiteLabel": i.IsWhiteLabel,
		"receiptId": i.ReceiptId, "paidAmount": paid, "status": i.Status, "returnUrl": i.ReturnUrl,
		"expiresAt": i.ExpiresAt.UnixMilli(), "createdAt": i.CreatedAt.UnixMilli(),
	}
}

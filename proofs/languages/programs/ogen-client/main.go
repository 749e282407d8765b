// Drives the client that ogen generates: reads one JSON order per line and writes one JSON reply per line.
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
	"github.com/ogen-go/ogen/validate"
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

type bearer string

func (b bearer) BearerAuth(context.Context, payments.OperationName) (payments.BearerAuth, error) {
	return payments.BearerAuth{Token: string(b)}, nil
}

// Keeps the status of the last response, because the type of a refusal does not have it, and a problem may leave it out.
type recorder struct{ status int }

func (r *recorder) Do(request *http.Request) (*http.Response, error) {
	response, err := http.DefaultClient.Do(request)
	if err == nil {
		r.status = response.StatusCode
	}
	return response, err
}

func carryOut(o order) map[string]any {
	if o.Op == "event" {
		return readEvent(o)
	}
	last := &recorder{}
	client, err := payments.NewClient(o.URL, bearer(o.Token), payments.WithClient(last))
	if err != nil {
		return failure(nil, err)
	}
	var response any
	ctx := context.Background()
	switch o.Op {
	case "create":
		response, err = create(ctx, client, o)
	case "fetch":
		response, err = client.FetchPayment(ctx, &payments.FetchPaymentRequest{InvoiceId: o.Body.InvoiceId})
	default:
		response, err = client.SubmitReceipt(ctx, &payments.SubmitReceiptRequest{InvoiceId: o.Body.InvoiceId, WebReceipt: o.Body.WebReceipt})
	}
	var unexpected *validate.UnexpectedStatusCodeError
	if errors.As(err, &unexpected) {
		return failure(&unexpected.StatusCode, err)
	}
	if err != nil {
		return failure(nil, err)
	}
	if read, is := response.(interface{ GetResponse() payments.PaymentInvoice }); is {
		invoice := read.GetResponse()
		return map[string]any{"invoice": invoiceOf(&invoice)}
	}
	problem := response.(interface{ GetResponse() payments.Problem }).GetResponse()
	items := []string{}
	for _, item := range problem.Errors {
		items = append(items, item.Code.Value)
	}
	var code *string
	if problem.Code.Set {
		code = &problem.Code.Value
	}
	return map[string]any{"problem": map[string]any{"status": last.status, "code": code, "items": items}}
}

func create(ctx context.Context, client *payments.Client, o order) (payments.CreatePaymentRes, error) {
	amount, _ := strconv.ParseFloat(o.Body.Amount, 64)
	request := payments.CreatePaymentRequest{CashTag: o.Body.CashTag, Amount: amount}
	if o.Body.IsWhiteLabel != nil {
		request.IsWhiteLabel.SetTo(*o.Body.IsWhiteLabel)
	}
	if o.Body.CallbackUrl != nil {
		request.CallbackUrl.SetTo(*o.Body.CallbackUrl)
	}
	if o.Body.ReturnUrl != nil {
		request.ReturnUrl.SetTo(*o.Body.ReturnUrl)
	}
	params := payments.CreatePaymentParams{}
	if o.Key != "" {
		params.IdempotencyKey.SetTo(o.Key)
	}
	return client.CreatePayment(ctx, &request, params)
}

func failure(status *int, err error) map[string]any {
	return map[string]any{"failure": map[string]any{"status": status, "kind": "error", "message": err.Error()}}
}

// Reads an event with a type of its own, because ogen makes none.
func readEvent(o order) map[string]any {
	webhook, err := standardwebhooks.NewWebhook(o.Secret)
	headers := http.Header{}
	for name, value := range o.Headers {
		headers.Set(name, value)
	}
	if err == nil {
		err = webhook.Verify([]byte(o.Payload), headers)
	}
	var event struct {
		Type     string
		Sequence int
		Data     payments.PaymentInvoice
	}
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
	if !i.PaidAmount.Null {
		text := strconv.FormatFloat(i.PaidAmount.Value, 'f', -1, 64)
		paid = &text
	}
	return map[string]any{
		"id": i.ID, "paymentUrl": i.PaymentUrl, "cashTag": i.CashTag, "note": i.Note,
		"amount": strconv.FormatFloat(i.Amount, 'f', -1, 64), "isWhiteLabel": i.IsWhiteLabel,
		"receiptId": textOf(i.ReceiptId), "paidAmount": paid, "status": i.Status, "returnUrl": textOf(i.ReturnUrl),
		"expiresAt": i.ExpiresAt.UnixMilli(), "createdAt": i.CreatedAt.UnixMilli(),
	}
}

func textOf(text payments.NilString) *string {
	if text.Null {
		return nil
	}
	return &text.Value
}

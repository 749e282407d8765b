// Drives the client that ogen generates.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"

	"example.com/client/payments"
	"github.com/ogen-go/ogen/validate"
)

func main() {
	serve(carryOut, readEvent)
}

type bearer string

func (b bearer) BearerAuth(context.Context, payments.OperationName) (payments.BearerAuth, error) {
	return payments.BearerAuth{Token: string(b)}, nil
}

// Keeps the status of the last response. The type of a refusal does not have it, and a problem may omit it.
type recorder struct{ status int }

func (r *recorder) Do(request *http.Request) (*http.Response, error) {
	response, err := http.DefaultClient.Do(request)
	if err == nil {
		r.status = response.StatusCode
	}
	return response, err
}

func carryOut(o order) reply {
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
	if read, is := response.(interface {
		GetResponse() payments.PaymentInvoice
	}); is {
		invoice := read.GetResponse()
		return reply{"invoice": invoiceOf(&invoice)}
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
	return reply{"problem": reply{"status": last.status, "code": code, "items": items}}
}

func create(ctx context.Context, client *payments.Client, o order) (payments.CreatePaymentRes, error) {
	request := payments.CreatePaymentRequest{CashTag: o.Body.CashTag, Amount: numberOf(o.Body.Amount)}
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

// Reads an event with a hand-written type, because ogen generates none.
func readEvent(o order) reply {
	var event struct {
		Type     string
		Sequence int
		Data     payments.PaymentInvoice
	}
	if err := json.Unmarshal([]byte(o.Payload), &event); err != nil {
		return failure(nil, err)
	}
	return reply{"event": reply{"type": event.Type, "sequence": event.Sequence, "invoice": invoiceOf(&event.Data)}}
}

func invoiceOf(i *payments.PaymentInvoice) reply {
	var paid *string
	if !i.PaidAmount.Null {
		text := textOf(i.PaidAmount.Value)
		paid = &text
	}
	return reply{
		"id": i.ID, "paymentUrl": i.PaymentUrl, "cashTag": i.CashTag, "note": i.Note,
		"amount": textOf(i.Amount), "isWhiteLabel": i.IsWhiteLabel,
		"receiptId": nullable(i.ReceiptId), "paidAmount": paid, "status": i.Status, "returnUrl": nullable(i.ReturnUrl),
		"expiresAt": i.ExpiresAt.UnixMilli(), "createdAt": i.CreatedAt.UnixMilli(),
	}
}

func nullable(text payments.NilString) *string {
	if text.Null {
		return nil
	}
	return &text.Value
}

// Drives the client that AutoRest generates.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"

	"example.com/client/payments"
	"github.com/Azure/azure-sdk-for-go/sdk/azcore"
	"github.com/Azure/azure-sdk-for-go/sdk/azcore/policy"
)

func main() {
	serve(carryOut, readEvent)
}

func carryOut(o order) reply {
	client, err := payments.Open(o.URL, o.Token, o.Key)
	if err != nil {
		return failure(nil, err)
	}
	var response *http.Response
	value, err := call(policy.WithCaptureResponse(context.Background(), &response), client, o)
	var refused *azcore.ResponseError
	if errors.As(err, &refused) {
		return failure(&refused.StatusCode, err)
	}
	if err != nil {
		return failure(nil, err)
	}
	problem, is := value.(payments.Problem)
	if !is {
		return reply{"invoice": invoiceOf(value.(payments.PaymentInvoice))}
	}
	items := []*string{}
	for _, item := range problem.Errors {
		items = append(items, item.Code)
	}
	return reply{"problem": reply{"status": response.StatusCode, "code": problem.Code, "items": items}}
}

func call(ctx context.Context, client *payments.PaymentInvoiceAPIClient, o order) (any, error) {
	switch o.Op {
	case "create":
		amount := numberOf(o.Body.Amount)
		made, err := client.CreatePayment(ctx, payments.CreatePaymentRequest{
			CashTag: &o.Body.CashTag, Amount: &amount, IsWhiteLabel: o.Body.IsWhiteLabel,
			CallbackURL: o.Body.CallbackUrl, ReturnURL: o.Body.ReturnUrl,
		}, nil)
		return made.Value, err
	case "fetch":
		read, err := client.FetchPayment(ctx, payments.FetchPaymentRequest{InvoiceID: &o.Body.InvoiceId}, nil)
		return read.Value, err
	default:
		request := payments.SubmitReceiptRequest{InvoiceID: &o.Body.InvoiceId, WebReceipt: &o.Body.WebReceipt}
		submitted, err := client.SubmitReceipt(ctx, request, nil)
		return submitted.Value, err
	}
}

func readEvent(o order) reply {
	var event payments.InvoiceEvent
	if err := json.Unmarshal([]byte(o.Payload), &event); err != nil {
		return failure(nil, err)
	}
	return reply{"event": reply{"type": event.Type, "sequence": event.Sequence, "invoice": invoiceOf(*event.Data)}}
}

func invoiceOf(i payments.PaymentInvoice) reply {
	var paid *string
	if i.PaidAmount != nil {
		text := textOf(*i.PaidAmount)
		paid = &text
	}
	return reply{
		"id": i.ID, "paymentUrl": i.PaymentURL, "cashTag": i.CashTag, "note": i.Note,
		"amount": textOf(*i.Amount), "isWhiteLabel": i.IsWhiteLabel,
		"receiptId": i.ReceiptID, "paidAmount": paid, "status": i.Status, "returnUrl": i.ReturnURL,
		"expiresAt": i.ExpiresAt.UnixMilli(), "createdAt": i.CreatedAt.UnixMilli(),
	}
}

package main

import (
	"context"
	"crypto/rand"
	"net/http"
	"strings"
	"sync"
	"time"

	"example.com/server/payments"
)

// service implements the interface generated from the operations.
type service struct {
	baseURL    string
	receiptKey []byte
	mutex      sync.Mutex
	invoices   map[string]*payments.PaymentInvoice
	callbacks  map[string]string
	counted    map[string]bool
}

func newService(baseURL string, receiptKey []byte) *service {
	return &service{baseURL: baseURL, receiptKey: receiptKey,
		invoices: map[string]*payments.PaymentInvoice{}, callbacks: map[string]string{}, counted: map[string]bool{}}
}

func refusal(problem payments.Problem) *payments.UndocumentedRefusalStatusCode {
	return &payments.UndocumentedRefusalStatusCode{StatusCode: problem.Status.Value, Response: problem}
}

func (s *service) CreatePayment(_ context.Context, body *payments.CreatePaymentRequest, _ payments.CreatePaymentParams) (payments.CreatePaymentRes, error) {
	if !isURL(body.CallbackUrl) || !isURL(body.ReturnUrl) {
		return refusal(unprocessable()), nil
	}
	s.mutex.Lock()
	defer s.mutex.Unlock()
	now := time.Now().UTC()
	id := "ogen_" + rand.Text()
	invoice := &payments.PaymentInvoice{
		ID: id, PaymentUrl: s.baseURL + "/pay/" + id, CashTag: body.CashTag, Note: rand.Text()[:10], Amount: body.Amount,
		IsWhiteLabel: body.IsWhiteLabel.Or(false), Status: payments.InvoiceStatusPENDING,
		CreatedAt: now, ExpiresAt: now.Add(lifetime),
	}
	invoice.ReceiptId.SetToNull()
	invoice.PaidAmount.SetToNull()
	invoice.ReturnUrl.SetToNull()
	if address, ok := body.ReturnUrl.Get(); ok {
		invoice.ReturnUrl.SetTo(address)
	}
	if address, ok := body.CallbackUrl.Get(); ok {
		s.callbacks[id] = address
	}
	s.invoices[id] = invoice
	return &payments.CreatedInvoiceHeaders{Response: *invoice}, nil
}

func (s *service) FetchPayment(_ context.Context, body *payments.FetchPaymentRequest) (payments.FetchPaymentRes, error) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	invoice := s.find(body.InvoiceId)
	if invoice == nil {
		return refusal(unknown()), nil
	}
	return &payments.FetchedInvoiceHeaders{Response: *invoice}, nil
}

func (s *service) SubmitReceipt(_ context.Context, body *payments.SubmitReceiptRequest) (payments.SubmitReceiptRes, error) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	invoice := s.find(body.InvoiceId)
	if invoice == nil {
		return refusal(unknown()), nil
	}
	receipt, ok := readReceipt(body.WebReceipt, s.receiptKey)
	if !ok || receipt.invoiceID != invoice.ID {
		return refusal(problem(http.StatusUnprocessableEntity, "receipt_invalid", "The receipt is not one for this invoice.")), nil
	}
	if !s.counted[receipt.id] && isOpen(invoice) {
		s.counted[receipt.id] = true
		count(invoice, receipt)
		// ogen generates no type for a callback's body.
		callBack(s.callbacks[invoice.ID], map[string]any{"type": "invoice." + strings.ToLower(string(invoice.Status)),
			"timestamp": time.Now().UTC(), "sequence": 1, "data": invoice})
	}
	return &payments.PaidInvoiceHeaders{Response: *invoice}, nil
}

func count(invoice *payments.PaymentInvoice, receipt receipt) {
	invoice.ReceiptId.SetTo(receipt.id)
	if receipt.outcome == "failed" {
		invoice.Status = payments.InvoiceStatusFAILED
		return
	}
	paid, covers := receipt.addTo(invoice.PaidAmount.Or(0), invoice.Amount)
	invoice.PaidAmount.SetTo(paid)
	invoice.Status = payments.InvoiceStatusUNDERPAID
	if covers {
		invoice.Status = payments.InvoiceStatusPAID
	}
}

// find returns an invoice after applying an expiry that is due.
func (s *service) find(id string) *payments.PaymentInvoice {
	invoice := s.invoices[id]
	if invoice != nil && isOpen(invoice) && time.Now().After(invoice.ExpiresAt) {
		invoice.Status = payments.InvoiceStatusEXPIRED
	}
	return invoice
}

func isOpen(invoice *payments.PaymentInvoice) bool {
	return invoice.Status == payments.InvoiceStatusPENDING || invoice.Status == payments.InvoiceStatusUNDERPAID
}

func isURL(text payments.OptString) bool {
	return !text.Set || isAbsolute(text.Value)
}

func unknown() payments.Problem {
	return problem(http.StatusNotFound, "invoice_not_found", "There is no such invoice.")
}

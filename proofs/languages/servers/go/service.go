package main

import (
	"context"
	"crypto/rand"
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

func (s *service) CreatePayment(_ context.Context, request payments.CreatePaymentRequestObject) (payments.CreatePaymentResponseObject, error) {
	body := request.Body
	// Decoding leaves missing or null fields at their zero values, and checks neither bounds nor formats.
	if body.CashTag == "" || body.Amount <= 0 || !isURL(body.CallbackUrl) || !isURL(body.ReturnUrl) {
		return payments.CreatePayment4XXApplicationProblemPlusJSONResponse{StatusCode: 422, Body: invalid()}, nil
	}
	s.mutex.Lock()
	defer s.mutex.Unlock()
	now := time.Now()
	id := "go_" + rand.Text()
	invoice := &payments.PaymentInvoice{
		Id: id, PaymentUrl: s.baseURL + "/pay/" + id, CashTag: body.CashTag, Note: rand.Text()[:10], Amount: body.Amount,
		IsWhiteLabel: body.IsWhiteLabel != nil && *body.IsWhiteLabel, Status: payments.PENDING, ReturnUrl: body.ReturnUrl,
		CreatedAt: payments.Timestamp{Time: now}, ExpiresAt: payments.Timestamp{Time: now.Add(lifetime)},
	}
	s.invoices[id] = invoice
	if body.CallbackUrl != nil {
		s.callbacks[id] = *body.CallbackUrl
	}
	return payments.CreatePayment200JSONResponse{CreatedInvoiceJSONResponse: payments.CreatedInvoiceJSONResponse{Body: *invoice}}, nil
}

func (s *service) FetchPayment(_ context.Context, request payments.FetchPaymentRequestObject) (payments.FetchPaymentResponseObject, error) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	invoice := s.find(request.Body.InvoiceId)
	if invoice == nil {
		return payments.FetchPayment4XXApplicationProblemPlusJSONResponse{StatusCode: 404, Body: notFound()}, nil
	}
	return payments.FetchPayment200JSONResponse{FetchedInvoiceJSONResponse: payments.FetchedInvoiceJSONResponse{Body: *invoice}}, nil
}

func (s *service) SubmitReceipt(_ context.Context, request payments.SubmitReceiptRequestObject) (payments.SubmitReceiptResponseObject, error) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	invoice := s.find(request.Body.InvoiceId)
	if invoice == nil {
		return payments.SubmitReceipt4XXApplicationProblemPlusJSONResponse{StatusCode: 404, Body: notFound()}, nil
	}
	receipt, ok := readReceipt(request.Body.WebReceipt, s.receiptKey)
	if !ok || receipt.invoiceID != invoice.Id {
		refused := problem(422, "receipt_invalid", "The receipt is not one for this invoice.")
		return payments.SubmitReceipt4XXApplicationProblemPlusJSONResponse{StatusCode: 422, Body: refused}, nil
	}
	// Remembers every counted receipt, not only the last. Otherwise two receipts sent in turn would be counted again and again.
	if !s.counted[receipt.id] && apply(invoice, receipt) {
		s.counted[receipt.id] = true
		callBack(s.callbacks[invoice.Id], payments.InvoiceEvent{Type: "invoice." + strings.ToLower(string(invoice.Status)),
			Timestamp: payments.Timestamp{Time: time.Now()}, Sequence: 1, Data: *invoice})
	}
	return payments.SubmitReceipt200JSONResponse{PaidInvoiceJSONResponse: payments.PaidInvoiceJSONResponse{Body: *invoice}}, nil
}

// apply counts a receipt, but never changes a final invoice. It returns whether the invoice changed.
func apply(invoice *payments.PaymentInvoice, receipt receipt) bool {
	if !isOpen(invoice) {
		return false
	}
	invoice.ReceiptId = &receipt.id
	if receipt.outcome == "failed" {
		invoice.Status = payments.FAILED
		return true
	}
	paid := 0.0
	if invoice.PaidAmount != nil {
		paid = *invoice.PaidAmount
	}
	paid, covers := receipt.addTo(paid, invoice.Amount)
	invoice.PaidAmount = &paid
	invoice.Status = payments.UNDERPAID
	if covers {
		invoice.Status = payments.PAID
	}
	return true
}

func isOpen(invoice *payments.PaymentInvoice) bool {
	return invoice.Status == payments.PENDING || invoice.Status == payments.UNDERPAID
}

// find returns an invoice after applying an expiry that is due.
func (s *service) find(id string) *payments.PaymentInvoice {
	invoice := s.invoices[id]
	if invoice != nil && isOpen(invoice) && time.Now().After(invoice.ExpiresAt.Time) {
		invoice.Status = payments.EXPIRED
	}
	return invoice
}

func isURL(text *string) bool {
	return text == nil || isAbsolute(*text)
}

func invalid() payments.Problem {
	return problem(422, "validation_failed", "A field of the body is missing, or not what it must be.")
}

func notFound() payments.Problem {
	return problem(404, "invoice_not_found", "There is no such invoice.")
}

package main

import (
	"bytes"
	"context"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"math"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"sync"
	"time"

	"example.com/server/payments"
)

const lifetime = 30 * time.Minute

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
	// In the document a URL is plain text, so the service has to check whether a text is a URL.
	if !isAbsolute(body.CallbackUrl) || !isAbsolute(body.ReturnUrl) {
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
	id, outcome, amount, ok := s.readReceipt(body.WebReceipt, invoice.ID)
	if !ok {
		return refusal(problem(http.StatusUnprocessableEntity, "receipt_invalid", "The receipt is not one for this invoice.")), nil
	}
	if !s.counted[id] && isOpen(invoice) {
		s.counted[id] = true
		invoice.ReceiptId.SetTo(id)
		count(invoice, outcome, amount)
		s.callBack(*invoice)
	}
	return &payments.PaidInvoiceHeaders{Response: *invoice}, nil
}

func count(invoice *payments.PaymentInvoice, outcome string, amount float64) {
	if outcome == "failed" {
		invoice.Status = payments.InvoiceStatusFAILED
		return
	}
	sum := cents(amount)
	if paid, ok := invoice.PaidAmount.Get(); ok {
		sum += cents(paid)
	}
	invoice.PaidAmount.SetTo(float64(sum) / 100)
	invoice.Status = payments.InvoiceStatusUNDERPAID
	if sum >= cents(invoice.Amount) {
		invoice.Status = payments.InvoiceStatusPAID
	}
}

// readReceipt parses receipts of the suite's pay.py: `invoice:amount:outcome:id.signature`. Yours come from your provider.
func (s *service) readReceipt(text, invoiceID string) (id, outcome string, amount float64, ok bool) {
	at := strings.LastIndex(text, ".")
	if at < 0 {
		return
	}
	mac := hmac.New(sha256.New, s.receiptKey)
	mac.Write([]byte(text[:at]))
	parts := strings.Split(text[:at], ":")
	if !hmac.Equal([]byte(hex.EncodeToString(mac.Sum(nil))), []byte(text[at+1:])) || len(parts) != 4 || parts[0] != invoiceID {
		return
	}
	amount, err := strconv.ParseFloat(parts[1], 64)
	return parts[3], parts[2], amount, err == nil
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

// cents converts an amount to whole cents, because sums of doubles drift.
func cents(amount float64) int64 {
	return int64(math.Round(amount * 100))
}

func isAbsolute(text payments.OptString) bool {
	address, err := url.Parse(text.Value)
	return !text.Set || (err == nil && address.Scheme != "" && address.Host != "")
}

func unknown() payments.Problem {
	return problem(http.StatusNotFound, "invoice_not_found", "There is no such invoice.")
}

// callBack tries once, which core allows. A live service must sign its events, retry, and refuse addresses in its own network.
func (s *service) callBack(invoice payments.PaymentInvoice) {
	address, ok := s.callbacks[invoice.ID]
	if !ok {
		return
	}
	// ogen generates no type for a callback's body.
	data, _ := invoice.MarshalJSON()
	event := map[string]any{"type": "invoice." + strings.ToLower(string(invoice.Status)), "timestamp": time.Now().UTC(), "sequence": 1,
		"data": json.RawMessage(data)}
	body, _ := json.Marshal(event)
	go func() {
		client := http.Client{Timeout: 5 * time.Second}
		if response, err := client.Post(address, "application/json", bytes.NewReader(body)); err == nil {
			response.Body.Close()
		}
	}()
}

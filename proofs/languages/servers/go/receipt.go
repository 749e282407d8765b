package main

import (
	"bytes"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"math"
	"net/http"
	"strconv"
	"strings"
	"time"

	"example.com/server/payments"
)

// receipt is a receipt from the suite's pay.py: `invoice:amount:outcome:id.signature`. Yours come from your payment provider.
type receipt struct {
	invoiceID, outcome, id string
	cents                  int64
}

func readReceipt(text string, key []byte) (receipt, bool) {
	at := strings.LastIndex(text, ".")
	if at < 0 {
		return receipt{}, false
	}
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte(text[:at]))
	parts := strings.Split(text[:at], ":")
	if !hmac.Equal([]byte(hex.EncodeToString(mac.Sum(nil))), []byte(text[at+1:])) || len(parts) != 4 {
		return receipt{}, false
	}
	amount, err := strconv.ParseFloat(parts[1], 64)
	return receipt{invoiceID: parts[0], outcome: parts[2], id: parts[3], cents: cents(amount)}, err == nil
}

// apply counts a receipt, but never changes a final invoice. It returns whether the invoice changed.
func apply(invoice *payments.PaymentInvoice, r receipt) bool {
	if !isOpen(invoice) {
		return false
	}
	invoice.ReceiptId = &r.id
	if r.outcome == "failed" {
		invoice.Status = payments.FAILED
		return true
	}
	sum := r.cents
	if invoice.PaidAmount != nil {
		sum += cents(*invoice.PaidAmount)
	}
	paid := float64(sum) / 100
	invoice.PaidAmount = &paid
	invoice.Status = payments.UNDERPAID
	if sum >= cents(invoice.Amount) {
		invoice.Status = payments.PAID
	}
	return true
}

// cents converts an amount to whole cents, because sums of doubles drift.
func cents(amount float64) int64 {
	return int64(math.Round(amount * 100))
}

func isOpen(invoice *payments.PaymentInvoice) bool {
	return invoice.Status == payments.PENDING || invoice.Status == payments.UNDERPAID
}

// callBack tries once, which core allows. A live service must sign its events, retry, and refuse addresses in its own network.
func callBack(address string, invoice payments.PaymentInvoice) {
	if address == "" {
		return
	}
	body, _ := json.Marshal(payments.InvoiceEvent{
		Type: "invoice." + strings.ToLower(string(invoice.Status)), Timestamp: payments.Timestamp{Time: time.Now()}, Sequence: 1, Data: invoice})
	go func() {
		client := http.Client{Timeout: 5 * time.Second}
		if response, err := client.Post(address, "application/json", bytes.NewReader(body)); err == nil {
			response.Body.Close()
		}
	}()
}

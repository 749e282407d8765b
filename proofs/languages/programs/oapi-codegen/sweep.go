package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"runtime"
	"strings"
	"sync"

	"example.com/client/payments"
)

// sweep writes every amount of a range into a request and reads it from a response. It returns the amounts that changed.
func sweep(from, to int) reply {
	workers := runtime.NumCPU()
	wrong := make([][]string, workers)
	var group sync.WaitGroup
	for worker := range workers {
		group.Go(func() {
			for cents := from + worker; cents <= to; cents += workers {
				if text := amountOf(cents); !survives(text) {
					wrong[worker] = append(wrong[worker], text)
				}
			}
		})
	}
	group.Wait()
	all := []string{}
	for _, part := range wrong {
		all = append(all, part...)
	}
	return reply{"sweep": reply{"tried": to - from + 1, "wrong": len(all), "first": all[:min(len(all), 5)]}}
}

// survives compares the JSON text, because comparing numbers could hide a difference.
func survives(text string) bool {
	var read payments.PaymentInvoice
	if json.Unmarshal([]byte(text), &read.Amount) != nil {
		return false
	}
	body, err := json.Marshal(payments.CreatePaymentRequest{CashTag: "$a", Amount: read.Amount})
	return err == nil && bytes.Contains(body, []byte(`"amount":`+text+`,`))
}

func amountOf(cents int) string {
	return strings.TrimSuffix(strings.TrimRight(fmt.Sprintf("%d.%02d", cents/100, cents%100), "0"), ".")
}

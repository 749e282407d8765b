// The harness of the Go clients' programs: reads one JSON command per line and writes one JSON reply per line.
package main

import (
	"bufio"
	"encoding/json"
	"net/http"
	"os"
	"strconv"

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

type reply = map[string]any

// serve carries out each command. It passes commands with a genuine event to readEvent.
func serve(carryOut, readEvent func(order) reply) {
	lines := bufio.NewScanner(os.Stdin)
	lines.Buffer(nil, 1<<20)
	replies := json.NewEncoder(os.Stdout)
	for lines.Scan() {
		var o order
		if err := json.Unmarshal(lines.Bytes(), &o); err != nil {
			panic(err)
		}
		if o.Op != "event" {
			replies.Encode(carryOut(o))
		} else if err := verify(o); err != nil {
			replies.Encode(failure(nil, err))
		} else {
			replies.Encode(readEvent(o))
		}
	}
}

func verify(o order) error {
	webhook, err := standardwebhooks.NewWebhook(o.Secret)
	if err != nil {
		return err
	}
	headers := http.Header{}
	for name, value := range o.Headers {
		headers.Set(name, value)
	}
	return webhook.Verify([]byte(o.Payload), headers)
}

func failure(status *int, err error) reply {
	return reply{"failure": reply{"status": status, "kind": "error", "message": err.Error()}}
}

func numberOf(text string) float64 {
	number, err := strconv.ParseFloat(text, 64)
	if err != nil {
		panic(err)
	}
	return number
}

func textOf(number float64) string {
	return strconv.FormatFloat(number, 'f', -1, 64)
}

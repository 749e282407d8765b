package main

import (
	"bytes"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"math"
	"net"
	"net/http"
	"net/url"
	"os"
	"strconv"
	"strings"
	"time"
)

const lifetime = 30 * time.Minute

// listen listens on the port that the environment names. It also returns the server's URL.
func listen() (net.Listener, string) {
	listener, err := net.Listen("tcp", "127.0.0.1:"+os.Getenv("PORT"))
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	return listener, "http://" + listener.Addr().String()
}

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

// addTo returns the amount that is paid with this receipt, and whether it covers the invoice's amount. It adds cents, because
// sums of doubles drift.
func (r receipt) addTo(paid, amount float64) (float64, bool) {
	sum := cents(paid) + r.cents
	return float64(sum) / 100, sum >= cents(amount)
}

func cents(amount float64) int64 {
	return int64(math.Round(amount * 100))
}

// isAbsolute checks a URL, because the document declares a URL as plain text.
func isAbsolute(text string) bool {
	address, err := url.Parse(text)
	return err == nil && address.Scheme != "" && address.Host != ""
}

// callBack tries once, which core allows. A live service must sign its events, retry, and refuse addresses in its own network.
func callBack(address string, event any) {
	if address == "" {
		return
	}
	body, _ := json.Marshal(event)
	go func() {
		client := http.Client{Timeout: 5 * time.Second}
		if response, err := client.Post(address, "application/json", bytes.NewReader(body)); err == nil {
			response.Body.Close()
		}
	}()
}

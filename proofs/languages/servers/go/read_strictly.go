package main

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
)

// readStrictly returns whether the body is exactly one JSON value. The generated code stops after the first value, so it would
// accept `{"invoiceId":"7"} and more`. readStrictly reads the body once, up to its limit, and passes it on.
func readStrictly(w http.ResponseWriter, r *http.Request) bool {
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, 32<<10))
	if err != nil || !json.Valid(body) {
		return r.Method != http.MethodPost
	}
	r.Body = io.NopCloser(bytes.NewReader(body))
	return true
}

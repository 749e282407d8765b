package main

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
)

// readStrictly says whether the body is one JSON value and nothing else. The generated code stops after the first value,
// and so would take `{"invoiceId":"7"} and more`. The body is read here once, up to its limit, and handed on.
func readStrictly(w http.ResponseWriter, r *http.Request) bool {
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, 32<<10))
	if err != nil || !json.Valid(body) {
		return r.Method != http.MethodPost
	}
	r.Body = io.NopCloser(bytes.NewReader(body))
	return true
}

// A small payment-invoice server on what oapi-codegen generates; it keeps everything in memory.
package main

import (
	"crypto/rand"
	"crypto/subtle"
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"os"

	"example.com/server/payments"
)

func main() {
	listener, err := net.Listen("tcp", "127.0.0.1:"+os.Getenv("PORT"))
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	baseURL, token := "http://"+listener.Addr().String(), rand.Text()
	service := newService(baseURL, []byte(os.Getenv("RECEIPT_KEY")))
	options := payments.StrictHTTPServerOptions{
		// Without these two the generated code responds with plain text, and with the error as Go words it.
		RequestErrorHandlerFunc: func(w http.ResponseWriter, r *http.Request, err error) {
			refuse(w, http.StatusBadRequest, "malformed_json", "The body is not what the operation takes.")
		},
		ResponseErrorHandlerFunc: func(w http.ResponseWriter, r *http.Request, err error) {
			refuse(w, http.StatusInternalServerError, "internal_error", "A bug in the service stopped this request.")
		},
	}
	api := payments.NewStrictHandlerWithOptions(service, nil, options)
	mux := http.NewServeMux()
	payments.HandlerFromMux(api, mux)
	json.NewEncoder(os.Stdout).Encode(map[string]string{"baseUrl": baseURL, "token": token})
	fmt.Fprintln(os.Stderr, http.Serve(listener, guard(mux, token)))
	os.Exit(1)
}

// guard stands in front of the generated code, which knows the security scheme and checks nothing.
func guard(next http.Handler, token string) http.Handler {
	expected := []byte("Bearer " + token)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if subtle.ConstantTimeCompare([]byte(r.Header.Get("Authorization")), expected) != 1 {
			w.Header().Set("WWW-Authenticate", `Bearer realm="payments"`)
			refuse(w, http.StatusUnauthorized, "unauthenticated", "Send the token.")
			return
		}
		if !readStrictly(w, r) {
			refuse(w, http.StatusBadRequest, "malformed_json", "Send one JSON object.")
			return
		}
		next.ServeHTTP(w, r)
	})
}

func refuse(w http.ResponseWriter, status int, code, detail string) {
	w.Header().Set("Content-Type", "application/problem+json")
	w.WriteHeader(status)
	json.NewEncoder(w).Encode(problem(status, code, detail))
}

func problem(status int, code, detail string) payments.Problem {
	title, kind := http.StatusText(status), "about:blank"
	return payments.Problem{Type: &kind, Title: &title, Status: &status, Code: &code, Detail: &detail}
}

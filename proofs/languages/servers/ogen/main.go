// A small payment-invoice server on what ogen generates; it keeps everything in memory.
package main

import (
	"context"
	"crypto/rand"
	"crypto/subtle"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"

	"example.com/server/payments"
	"github.com/ogen-go/ogen/ogenerrors"
	"github.com/ogen-go/ogen/validate"
)

type security struct{ token string }

func (s security) HandleBearerAuth(ctx context.Context, _ payments.OperationName, t payments.BearerAuth) (context.Context, error) {
	if subtle.ConstantTimeCompare([]byte(t.Token), []byte(s.token)) != 1 {
		return ctx, errors.New("unknown token")
	}
	return ctx, nil
}

func main() {
	listener, err := net.Listen("tcp", "127.0.0.1:"+os.Getenv("PORT"))
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	baseURL, token := "http://"+listener.Addr().String(), rand.Text()
	service := newService(baseURL, []byte(os.Getenv("RECEIPT_KEY")))
	server, err := payments.NewServer(service, security{token}, payments.WithErrorHandler(refuse))
	if err != nil {
		panic(err)
	}
	json.NewEncoder(os.Stdout).Encode(map[string]string{"baseUrl": baseURL, "token": token})
	fmt.Fprintln(os.Stderr, http.Serve(listener, limitBodies(server)))
	os.Exit(1)
}

// limitBodies: the generated code reads a body of any length.
func limitBodies(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		r.Body = http.MaxBytesReader(w, r.Body, 32<<10)
		next.ServeHTTP(w, r)
	})
}

// refuse stands in for the handler that ogen brings, which responds with an object of its own.
func refuse(_ context.Context, w http.ResponseWriter, _ *http.Request, err error) {
	var (
		unauthenticated *ogenerrors.SecurityError
		invalid         *validate.Error
		mediaType       *validate.InvalidContentTypeError
		unread          *ogenerrors.DecodeRequestError
		header          *ogenerrors.DecodeParamsError
	)
	problem := problem(http.StatusInternalServerError, "internal_error", "A bug in the service stopped this request.")
	switch {
	case errors.As(err, &unauthenticated):
		w.Header().Set("WWW-Authenticate", `Bearer realm="payments"`)
		problem = unauthorized()
	case errors.As(err, &mediaType):
		problem = unsupported()
	case errors.As(err, &invalid):
		problem = unprocessable()
	case errors.As(err, &unread), errors.As(err, &header):
		problem = unreadable()
	}
	text, _ := problem.MarshalJSON()
	w.Header().Set("Content-Type", "application/problem+json")
	w.WriteHeader(problem.Status.Value)
	w.Write(text)
}

func unauthorized() payments.Problem {
	return problem(http.StatusUnauthorized, "unauthenticated", "Send the token.")
}

func unsupported() payments.Problem {
	return problem(http.StatusUnsupportedMediaType, "unsupported_media_type", "Send application/json.")
}

func unprocessable() payments.Problem {
	return problem(http.StatusUnprocessableEntity, "validation_failed", "A field of the body is missing, or not what it must be.")
}

func unreadable() payments.Problem {
	return problem(http.StatusBadRequest, "malformed_json", "The body is not what the operation takes.")
}

func problem(status int, code, detail string) payments.Problem {
	return payments.Problem{Type: payments.NewOptString("about:blank"), Title: payments.NewOptString(http.StatusText(status)),
		Status: payments.NewOptInt(status), Code: payments.NewOptString(code), Detail: payments.NewOptString(detail)}
}

package main

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"net"
	"net/http"
	"time"

	"example.com/server/payments"
	"github.com/getkin/kin-openapi/openapi3filter"
	middleware "github.com/oapi-codegen/nethttp-middleware"
)

type service struct{}

func (service) CreatePayment(_ context.Context, request payments.CreatePaymentRequestObject) (payments.CreatePaymentResponseObject, error) {
	id, now := "inv_1", time.Now().UTC().Truncate(time.Millisecond)
	requestID, noStore := rand.Text(), "no-store"
	return payments.CreatePayment200JSONResponse{
		Headers: payments.CreatePayment200ResponseHeaders{
			XRequestId:   &requestID,
			CacheControl: &noStore,
		},
		Body: payments.PaymentInvoice{
			Id:          id,
			PaymentUrl:  "https://pay.example/pay/" + id,
			CashTag:     request.Body.CashTag,
			Note:        "7QK2M-X9D4T",
			Amount:      request.Body.Amount,
			IsWhiteLabel: request.Body.IsWhiteLabel != nil && *request.Body.IsWhiteLabel,
			Status:      payments.PENDING,
			ReturnUrl:   request.Body.ReturnUrl,
			ExpiresAt:   now.Add(30 * time.Minute),
			CreatedAt:   now,
		},
	}, nil
}

func main() {
	spec, err := payments.GetSpec()
	if err != nil {
		panic(err)
	}
	authenticate := func(_ context.Context, input *openapi3filter.AuthenticationInput) error {
		if input.RequestValidationInput.Request.Header.Get("Authorization") != "Bearer good" {
			return errors.New("no token")
		}
		return nil
	}
	spec.Servers = nil
	validate := middleware.OapiRequestValidatorWithOptions(spec, &middleware.Options{
		Options: openapi3filter.Options{AuthenticationFunc: authenticate, MultiError: true},
	})
	mux := http.NewServeMux()
	payments.HandlerFromMux(payments.NewStrictHandler(service{}, nil), mux)
	limited := http.MaxBytesHandler(validate(mux), 32<<10)
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		panic(err)
	}
	fmt.Println("Listening on", listener.Addr().(*net.TCPAddr).Port)
	panic(http.Serve(listener, limited))
}

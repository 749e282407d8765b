// Validates exchanges with kin-openapi.
package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"strings"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/getkin/kin-openapi/openapi3filter"
	"github.com/getkin/kin-openapi/routers"
	"github.com/getkin/kin-openapi/routers/gorillamux"
)

type exchange struct {
	Name, Path, Body, ResponseBody string
	Headers, ResponseHeaders       map[string]string
	Status                         int
}

func main() {
	document, err := openapi3.NewLoader().LoadFromFile(os.Args[1])
	check(err)
	check(document.Validate(context.Background()))
	router, err := gorillamux.NewRouter(document)
	check(err)
	text, err := os.ReadFile("exchanges.json")
	check(err)
	var exchanges []exchange
	check(json.Unmarshal(text, &exchanges))
	found := map[string]*string{}
	for _, one := range exchanges {
		found[one.Name] = nil
		if err := judge(document, router, one); err != nil {
			said := strings.SplitN(err.Error(), "\n", 2)[0]
			found[one.Name] = &said
		}
	}
	json.NewEncoder(os.Stdout).Encode(found)
}

func check(err error) {
	if err != nil {
		fmt.Println(err)
		os.Exit(1)
	}
}

func judge(document *openapi3.T, router routers.Router, one exchange) (wrong error) {
	defer func() {
		if panicked := recover(); panicked != nil {
			wrong = fmt.Errorf("panic: %v", panicked)
		}
	}()
	request, _ := http.NewRequest("POST", document.Servers[0].URL+one.Path, strings.NewReader(one.Body))
	for name, value := range one.Headers {
		request.Header.Set(name, value)
	}
	route, parameters, err := router.FindRoute(request)
	if err != nil {
		return err
	}
	input := &openapi3filter.RequestValidationInput{Request: request, PathParams: parameters, Route: route,
		Options: &openapi3filter.Options{AuthenticationFunc: openapi3filter.NoopAuthenticationFunc}}
	if err := openapi3filter.ValidateRequest(context.Background(), input); err != nil {
		return err
	}
	header := http.Header{}
	for name, value := range one.ResponseHeaders {
		header.Set(name, value)
	}
	return openapi3filter.ValidateResponse(context.Background(), &openapi3filter.ResponseValidationInput{
		RequestValidationInput: input, Status: one.Status, Header: header, Body: io.NopCloser(bytes.NewReader([]byte(one.ResponseBody)))})
}

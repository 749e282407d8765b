// Uses libopenapi-validator to validate exchanges.
package main

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"strings"

	"github.com/pb33f/libopenapi"
	validator "github.com/pb33f/libopenapi-validator"
)

type exchange struct {
	Name, Path, Body, ResponseBody string
	Headers, ResponseHeaders       map[string]string
	Status                         int
}

func main() {
	source, err := os.ReadFile(os.Args[1])
	check(err)
	document, err := libopenapi.NewDocument(source)
	check(err)
	judge, problems := validator.NewValidator(document)
	if len(problems) > 0 {
		check(problems[0])
	}
	if valid, wrong := judge.ValidateDocument(); !valid {
		check(wrong[0])
	}
	text, err := os.ReadFile("exchanges.json")
	check(err)
	var exchanges []exchange
	check(json.Unmarshal(text, &exchanges))
	found := map[string]*string{}
	for _, one := range exchanges {
		found[one.Name] = nil
		request, _ := http.NewRequest("POST", "http://127.0.0.1:8080"+one.Path, strings.NewReader(one.Body))
		response := &http.Response{StatusCode: one.Status, Header: http.Header{}, Body: io.NopCloser(strings.NewReader(one.ResponseBody))}
		for name, value := range one.Headers {
			request.Header.Set(name, value)
		}
		for name, value := range one.ResponseHeaders {
			response.Header.Set(name, value)
		}
		if valid, wrong := judge.ValidateHttpRequestResponse(request, response); !valid {
			said := wrong[0].Message + ": " + wrong[0].Reason
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

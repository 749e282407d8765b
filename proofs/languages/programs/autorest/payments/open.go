package payments

import (
	"net/http"

	"github.com/Azure/azure-sdk-for-go/sdk/azcore"
	"github.com/Azure/azure-sdk-for-go/sdk/azcore/policy"
	"github.com/Azure/azure-sdk-for-go/sdk/azcore/runtime"
)

// Open makes a client, because AutoRest generates no constructor.
func Open(endpoint, token, key string) (*PaymentInvoiceAPIClient, error) {
	added := runtime.PipelineOptions{PerCall: []policy.Policy{bearer(token)}}
	// Otherwise the client repeats a create without a key after a 5xx.
	once := &policy.ClientOptions{Retry: policy.RetryOptions{MaxRetries: -1}}
	internal, err := azcore.NewClient(moduleName, moduleVersion, added, once)
	client := &PaymentInvoiceAPIClient{internal: internal, endpoint: endpoint}
	if key != "" {
		client.idempotencyKey = &key
	}
	return client, err
}

type bearer string

func (b bearer) Do(request *policy.Request) (*http.Response, error) {
	request.Raw().Header.Set("Authorization", "Bearer "+string(b))
	return request.Next()
}

module example.com/client

go 1.26

require (
	example.com/client/payments v0.0.0
	github.com/Azure/azure-sdk-for-go/sdk/azcore v1.21.0
	github.com/standard-webhooks/standard-webhooks/libraries v0.0.1
)

replace example.com/client/payments => ./payments

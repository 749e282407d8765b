module example.com/client

go 1.26

require (
	github.com/ogen-go/ogen v1.24.0
	github.com/standard-webhooks/standard-webhooks/libraries v0.0.1
)

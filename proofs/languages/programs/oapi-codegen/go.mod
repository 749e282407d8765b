module example.com/client

go 1.23

require github.com/standard-webhooks/standard-webhooks/libraries v0.0.1

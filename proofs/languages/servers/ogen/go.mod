module example.com/server

go 1.26

require github.com/ogen-go/ogen v1.24.0

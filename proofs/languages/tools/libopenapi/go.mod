module example.com/validate

go 1.26

require github.com/pb33f/libopenapi-validator v0.16.2

module example.com/validate

go 1.26

require github.com/getkin/kin-openapi v0.153.0

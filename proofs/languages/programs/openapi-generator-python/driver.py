"""Drives the clients that openapi-generator's python and python-pydantic-v1 generate."""

from functools import lru_cache

import payments
from harness import failure, invoice, problem, serve
from payments.exceptions import ApiException


def call(order):
    try:
        return invoice(send(order))
    except ApiException as error:
        try:
            read = error.data if hasattr(error, "data") else payments.Problem.from_json(error.body)
            return problem(error.status, read.code, read.errors)
        except (AttributeError, TypeError, ValueError):
            return failure(error.status, error)


@lru_cache
def open_api(url, token):
    return payments.PaymentsApi(payments.ApiClient(payments.Configuration(host=url, access_token=token)))


def send(order):
    api = open_api(order["url"], order["token"])
    body = order["body"]
    if order["op"] == "create":
        request = payments.CreatePaymentRequest(**{**body, "amount": float(body["amount"])})
        return api.create_payment(request, idempotency_key=order.get("key"))
    if order["op"] == "fetch":
        return api.fetch_payment(payments.FetchPaymentRequest(**body))
    return api.submit_receipt(payments.SubmitReceiptRequest(**body))


def read_event(text):
    event = payments.InvoiceEvent.from_json(text)
    return event.type, event.sequence, event.data


serve(call, read_event)

"""Drives the client that swagger-codegen generates."""

import json
from functools import lru_cache

import payments
from harness import failure, invoice, problem, serve
from payments.rest import ApiException


def call(order):
    try:
        return invoice(send(order))
    except ApiException as error:
        # The client returns the body of a refusal as text, so the problem has to be parsed.
        try:
            refusal = read(error.body, "Problem")
        except ValueError:
            return failure(error.status, error)
        return problem(error.status, refusal.code, refusal.errors)


class Read:
    """Stands in for a response: the generated deserializer reads only the field `data`."""

    def __init__(self, text):
        self.data = text


def read(text, model):
    json.loads(text)
    return payments.ApiClient().deserialize(Read(text), model)


@lru_cache
def open_api(url, token):
    configuration = payments.Configuration()
    configuration.host = url
    # Passes the token as a header, because the generated code does not support bearer tokens.
    return payments.PaymentsApi(payments.ApiClient(configuration, "Authorization", f"Bearer {token}"))


def send(order):
    api = open_api(order["url"], order["token"])
    body = order["body"]
    if order["op"] == "create":
        names = {"cashTag": "cash_tag", "isWhiteLabel": "is_white_label", "callbackUrl": "callback_url", "returnUrl": "return_url"}
        fields = {names.get(name, name): value for name, value in body.items()}
        request = payments.CreatePaymentRequest(**{**fields, "amount": float(body["amount"])})
        key = {"idempotency_key": order["key"]} if "key" in order else {}
        return api.create_payment(request, **key)
    if order["op"] == "fetch":
        return api.fetch_payment(payments.FetchPaymentRequest(invoice_id=body["invoiceId"]))
    return api.submit_receipt(payments.SubmitReceiptRequest(invoice_id=body["invoiceId"], web_receipt=body["webReceipt"]))


def read_event(text):
    event = read(text, "InvoiceEvent")
    return event.type, event.sequence, event.data


serve(call, read_event)

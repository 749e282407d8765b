"""Drives the client that openapi-python-client generates."""

import json
from functools import lru_cache

from harness import failure, invoice, problem, serve
from payments import AuthenticatedClient
from payments.api.payments import create_payment, fetch_payment, submit_receipt
from payments.models import (
    CreatePaymentRequest,
    FetchPaymentRequest,
    InvoiceEvent,
    PaymentInvoice,
    Problem,
    SubmitReceiptRequest,
)
from payments.types import UNSET


def call(order):
    response = send(order)
    if isinstance(response.parsed, PaymentInvoice):
        return invoice(response.parsed)
    if isinstance(response.parsed, Problem):
        code = None if response.parsed.code is UNSET else response.parsed.code
        return problem(response.status_code, code, response.parsed.errors)
    return failure(int(response.status_code), ValueError("The body is no problem."))


@lru_cache
def open_client(url, token):
    return AuthenticatedClient(base_url=url, token=token)


def send(order):
    client = open_client(order["url"], order["token"])
    body = order["body"]
    if order["op"] == "create":
        request = CreatePaymentRequest(
            cash_tag=body["cashTag"],
            amount=float(body["amount"]),
            is_white_label=body.get("isWhiteLabel", UNSET),
            callback_url=body.get("callbackUrl", UNSET),
            return_url=body.get("returnUrl", UNSET),
        )
        return create_payment.sync_detailed(client=client, body=request, idempotency_key=order.get("key", UNSET))
    if order["op"] == "fetch":
        return fetch_payment.sync_detailed(client=client, body=FetchPaymentRequest(invoice_id=body["invoiceId"]))
    request = SubmitReceiptRequest(invoice_id=body["invoiceId"], web_receipt=body["webReceipt"])
    return submit_receipt.sync_detailed(client=client, body=request)


def read_event(text):
    event = InvoiceEvent.from_dict(json.loads(text))
    return event.type_, event.sequence, event.data


serve(call, read_event)

"""Drives the client that openapi-python-client generates: reads one JSON order per line and writes one JSON reply per line."""

import json
import sys
from functools import lru_cache

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
from standardwebhooks import Webhook


def carry_out(order):
    try:
        if order["op"] == "event":
            Webhook(order["secret"]).verify(order["payload"], order["headers"])
            event = InvoiceEvent.from_dict(json.loads(order["payload"]))
            return {"event": {"type": event.type_, "sequence": event.sequence, "invoice": write(event.data)}}
        response = call(order)
        if isinstance(response.parsed, PaymentInvoice):
            return {"invoice": write(response.parsed)}
        if isinstance(response.parsed, Problem):
            code = None if response.parsed.code is UNSET else response.parsed.code
            items = [item.code for item in response.parsed.errors or []]
            return {"problem": {"status": int(response.status_code), "code": code, "items": items}}
        return {"failure": {"status": int(response.status_code), "kind": "not parsed"}}
    except Exception as error:
        return {"failure": {"status": None, "kind": type(error).__name__, "message": str(error)}}


@lru_cache
def open_client(url, token):
    return AuthenticatedClient(base_url=url, token=token)


def call(order):
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


def write(invoice):
    return {
        "id": invoice.id,
        "paymentUrl": invoice.payment_url,
        "cashTag": invoice.cash_tag,
        "note": invoice.note,
        "amount": repr(invoice.amount),
        "isWhiteLabel": invoice.is_white_label,
        "receiptId": invoice.receipt_id,
        "paidAmount": None if invoice.paid_amount is None else repr(invoice.paid_amount),
        "status": invoice.status.value,
        "returnUrl": invoice.return_url,
        "expiresAt": round(invoice.expires_at.timestamp() * 1000),
        "createdAt": int(invoice.created_at.timestamp() * 1000),
    }


for line in sys.stdin:
    print(json.dumps(carry_out(json.loads(line))), flush=True)

"""Drives the client of openapi-generator's python-pydantic-v1: reads one JSON order per line and writes one JSON reply per line."""

import json
import sys
from functools import lru_cache

import payments
from payments.exceptions import ApiException
from standardwebhooks import Webhook


def carry_out(order):
    try:
        if order["op"] == "event":
            Webhook(order["secret"]).verify(order["payload"], order["headers"])
            event = payments.InvoiceEvent.from_json(order["payload"])
            return {"event": {"type": event.type, "sequence": event.sequence, "invoice": write(event.data)}}
        return {"invoice": write(call(order))}
    except ApiException as error:
        try:
            problem = payments.Problem.from_json(error.body)
        except (TypeError, ValueError):
            return {"failure": {"status": error.status, "kind": type(error).__name__}}
        items = [item.code for item in problem.errors or []]
        return {"problem": {"status": error.status, "code": problem.code, "items": items}}
    except Exception as error:
        return {"failure": {"status": None, "kind": type(error).__name__, "message": str(error)}}


@lru_cache
def open_api(url, token):
    return payments.PaymentsApi(payments.ApiClient(payments.Configuration(host=url, access_token=token)))


def call(order):
    api = open_api(order["url"], order["token"])
    body = order["body"]
    if order["op"] == "create":
        request = payments.CreatePaymentRequest(**{**body, "amount": float(body["amount"])})
        return api.create_payment(request, idempotency_key=order.get("key"))
    if order["op"] == "fetch":
        return api.fetch_payment(payments.FetchPaymentRequest(**body))
    return api.submit_receipt(payments.SubmitReceiptRequest(**body))


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

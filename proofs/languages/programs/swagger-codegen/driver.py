"""Drives the client that swagger-codegen generates: reads one JSON order per line and writes one JSON reply per line."""

import json
import sys
from functools import lru_cache

import payments
from payments.rest import ApiException
from standardwebhooks import Webhook


def carry_out(order):
    try:
        if order["op"] == "event":
            Webhook(order["secret"]).verify(order["payload"], order["headers"])
            event = read(order["payload"], "InvoiceEvent")
            return {"event": {"type": event.type, "sequence": event.sequence, "invoice": write(event.data)}}
        return {"invoice": write(call(order))}
    except ApiException as error:
        # The body of a refusal is text, so the model has to parse it.
        try:
            problem = read(error.body, "Problem")
        except ValueError:
            return {"failure": {"status": error.status, "kind": type(error).__name__}}
        items = [item.code for item in problem.errors or []]
        return {"problem": {"status": error.status, "code": problem.code, "items": items}}
    except Exception as error:
        return {"failure": {"status": None, "kind": type(error).__name__, "message": str(error)}}


class Read:
    """Has the form that the client's reader expects of a response."""

    def __init__(self, text):
        self.data = text


def read(text, model):
    json.loads(text)
    return payments.ApiClient().deserialize(Read(text), model)


@lru_cache
def open_api(url, token):
    configuration = payments.Configuration()
    configuration.host = url
    # The generated code does not support bearer tokens.
    return payments.PaymentsApi(payments.ApiClient(configuration, "Authorization", f"Bearer {token}"))


def call(order):
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
        "status": invoice.status,
        "returnUrl": invoice.return_url,
        "expiresAt": round(invoice.expires_at.timestamp() * 1000),
        "createdAt": int(invoice.created_at.timestamp() * 1000),
    }


for line in sys.stdin:
    print(json.dumps(carry_out(json.loads(line))), flush=True)

"""Drives aiopenapi3, which reads the document at start: takes one JSON order per line and writes one JSON reply per line."""

import json
import sys
from functools import lru_cache
from pathlib import Path

import httpx2
from aiopenapi3 import OpenAPI
from aiopenapi3.errors import HTTPStatusError, HTTPStatusIndicatedError
from standardwebhooks import Webhook

document = json.loads(Path("payments.json").read_text())


def open_session(*args, **options) -> httpx2.Client:
    return httpx2.Client(*args, **options)


@lru_cache
def open_api(url):
    # The client calls the first server in the document.
    text = json.dumps({**document, "servers": [{"url": url}]})
    return OpenAPI.loads(f"{url}/openapi.json", text, session_factory=open_session)


def read(model, text):
    return open_api("http://127.0.0.1").components.schemas[model].get_type().model_validate_json(text)


def carry_out(order):
    try:
        if order["op"] == "event":
            Webhook(order["secret"]).verify(order["payload"], order["headers"])
            event = read("InvoiceEvent", order["payload"])
            return {"event": {"type": event.type, "sequence": event.sequence, "invoice": write(event.data)}}
        return {"invoice": write(call(order))}
    except HTTPStatusIndicatedError as error:
        problem = read("Problem", error.data)
        items = [item.code for item in problem.errors or []]
        return {"problem": {"status": error.status_code, "code": problem.code, "items": items}}
    except HTTPStatusError as error:
        return {"failure": {"status": error.http_status, "kind": type(error).__name__}}
    except Exception as error:
        return {"failure": {"status": None, "kind": type(error).__name__, "message": str(error)}}


def call(order):
    api = open_api(order["url"])
    api.authenticate(bearerAuth=order["token"])
    body = order["body"]
    if order["op"] == "create":
        parameters = {"Idempotency-Key": order["key"]} if "key" in order else {}
        return api._.createPayment(data={**body, "amount": float(body["amount"])}, parameters=parameters)
    return (api._.fetchPayment if order["op"] == "fetch" else api._.submitReceipt)(data=body)


def write(invoice):
    return {
        "id": invoice.id,
        "paymentUrl": invoice.paymentUrl,
        "cashTag": invoice.cashTag,
        "note": invoice.note,
        "amount": repr(invoice.amount),
        "isWhiteLabel": invoice.isWhiteLabel,
        "receiptId": invoice.receiptId,
        "paidAmount": None if invoice.paidAmount is None else repr(invoice.paidAmount),
        "status": invoice.status,
        "returnUrl": invoice.returnUrl,
        "expiresAt": round(invoice.expiresAt.timestamp() * 1000),
        "createdAt": int(invoice.createdAt.timestamp() * 1000),
    }


for line in sys.stdin:
    print(json.dumps(carry_out(json.loads(line))), flush=True)

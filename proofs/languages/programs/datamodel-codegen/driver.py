"""Uses datamodel-codegen's pydantic models with httpx: reads one JSON order per line, writes one JSON reply per line."""

import json
import sys

import httpx
from models import (
    CreatePaymentRequest,
    FetchPaymentRequest,
    InvoiceEvent,
    PaymentInvoice,
    Problem,
    SubmitReceiptRequest,
)
from pydantic import ValidationError
from standardwebhooks import Webhook


http = httpx.Client()


def carry_out(order):
    try:
        if order["op"] == "event":
            Webhook(order["secret"]).verify(order["payload"], order["headers"])
            event = InvoiceEvent.model_validate_json(order["payload"])
            return {"event": {"type": event.type, "sequence": event.sequence, "invoice": write(event.data)}}
        response = call(order)
        if response.is_success:
            return {"invoice": write(PaymentInvoice.model_validate_json(response.content))}
        try:
            problem = Problem.model_validate_json(response.content)
        except ValidationError:
            return {"failure": {"status": response.status_code, "kind": "no problem"}}
        items = [item.code for item in problem.errors or []]
        return {"problem": {"status": response.status_code, "code": problem.code, "items": items}}
    except Exception as error:
        return {"failure": {"status": None, "kind": type(error).__name__, "message": str(error)}}


def call(order):
    body = order["body"]
    headers = {"Authorization": f"Bearer {order['token']}", "Content-Type": "application/json"}
    if order["op"] == "create":
        model = CreatePaymentRequest(**{**body, "amount": float(body["amount"])})
        if "key" in order:
            headers["Idempotency-Key"] = order["key"]
    elif order["op"] == "fetch":
        model = FetchPaymentRequest(**body)
    else:
        model = SubmitReceiptRequest(**body)
    # Without exclude_unset every optional field is sent as null, which the service refuses.
    content = model.model_dump_json(exclude_unset=True)
    return http.post(f"{order['url']}/api/v1/payments/{order['op']}", content=content, headers=headers)


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
        "status": invoice.status.value,
        "returnUrl": invoice.returnUrl,
        "expiresAt": round(invoice.expiresAt.timestamp() * 1000),
        "createdAt": int(invoice.createdAt.timestamp() * 1000),
    }


for line in sys.stdin:
    print(json.dumps(carry_out(json.loads(line))), flush=True)

"""Uses datamodel-codegen's pydantic models with httpx."""

import httpx
from harness import failure, invoice, problem, serve
from models import (
    CreatePaymentRequest,
    FetchPaymentRequest,
    InvoiceEvent,
    PaymentInvoice,
    Problem,
    SubmitReceiptRequest,
)
from pydantic import ValidationError

http = httpx.Client()


def call(order):
    response = send(order)
    if response.is_success:
        return invoice(PaymentInvoice.model_validate_json(response.content))
    try:
        read = Problem.model_validate_json(response.content)
    except ValidationError as error:
        return failure(response.status_code, error)
    return problem(response.status_code, read.code, read.errors)


def send(order):
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
    # Without exclude_unset, every optional field that is not set is sent as null, which the service refuses.
    content = model.model_dump_json(exclude_unset=True)
    return http.post(f"{order['url']}/api/v1/payments/{order['op']}", content=content, headers=headers)


def read_event(text):
    event = InvoiceEvent.model_validate_json(text)
    return event.type, event.sequence, event.data


serve(call, read_event)

"""A small payment-invoice server on FastAPI and datamodel-codegen's models. It stores everything in memory."""

import hmac
import json
import os
import secrets
import socket
from datetime import datetime, timedelta, timezone
from hashlib import sha256
from typing import TypeVar

import httpx
import uvicorn
from fastapi import BackgroundTasks, FastAPI, HTTPException, Request
from fastapi.responses import JSONResponse
from models import CreatePaymentRequest, FetchPaymentRequest, InvoiceStatus, PaymentInvoice, SubmitReceiptRequest
from pydantic import BaseModel, ValidationError
from starlette.exceptions import HTTPException as StarletteHTTPException

TOKEN = secrets.token_urlsafe(24)
RECEIPT_KEY = os.environ["RECEIPT_KEY"].encode()
OPEN = (InvoiceStatus.PENDING, InvoiceStatus.UNDER_PAID)
Body = TypeVar("Body", bound=BaseModel)

# Turns redirects off. FastAPI would redirect a path with an extra slash, and the client would send its token to the new path.
app = FastAPI(redirect_slashes=False, openapi_url=None)
invoices: dict[str, PaymentInvoice] = {}
callback_urls: dict[str, str] = {}
# Stores every counted receipt, not only the last. Otherwise two receipts sent alternately would be counted again and again.
counted: set[str] = set()


@app.exception_handler(StarletteHTTPException)
async def refuse(_request: Request, error: StarletteHTTPException):
    problem = {"type": "about:blank", "title": str(error.detail), "status": error.status_code, "detail": str(error.detail)}
    return JSONResponse(problem, error.status_code, error.headers, media_type="application/problem+json")


def refuse_constant(name: str):
    raise ValueError(f"{name} is no JSON")


async def read(request: Request, model: type[Body]) -> Body:
    """Checks the token and parses the body. FastAPI's own parsing accepts NaN, and its 422 responses have another format."""
    sent = request.headers.get("Authorization", "")
    if not hmac.compare_digest(sent.encode(), f"Bearer {TOKEN}".encode()):
        raise HTTPException(401, "Send the token.", {"WWW-Authenticate": 'Bearer realm="payments"'})
    try:
        text = (await request.body()).decode("utf-8")
        body = json.loads(text, parse_constant=refuse_constant)
        # A lone surrogate is allowed in JSON, but cannot be encoded as UTF-8, so the response would be a 500.
        json.dumps(body, ensure_ascii=False).encode("utf-8")
    except (ValueError, RecursionError) as error:
        raise HTTPException(400, "Send one JSON object.") from error
    try:
        return model.model_validate(body)
    except ValidationError as error:
        raise HTTPException(422, "A field of the body is missing, or not what it must be.") from error


def respond(invoice: PaymentInvoice) -> JSONResponse:
    fields = invoice.model_dump(mode="json")
    # pydantic omits the milliseconds when they are zero, but the contract requires them.
    for name in ("expiresAt", "createdAt"):
        fields[name] = getattr(invoice, name).strftime("%Y-%m-%dT%H:%M:%S.%f")[:-3] + "Z"
    return JSONResponse(fields)


def is_absolute(url: str) -> bool:
    try:
        return httpx.URL(url).host != ""
    except httpx.InvalidURL:
        # Happens, for example, if the path has a NUL. Without this `except`, the response would be a 500.
        return False


@app.post("/api/v1/payments/create")
async def create_payment(request: Request):
    body = await read(request, CreatePaymentRequest)
    if not all(url is None or is_absolute(url) for url in (body.callbackUrl, body.returnUrl)):
        raise HTTPException(422, "A URL must be absolute.")
    now = datetime.now(timezone.utc)
    invoice_id = f"py_{secrets.token_hex(13)}"
    invoice = PaymentInvoice(
        id=invoice_id,
        paymentUrl=f"{request.base_url}pay/{invoice_id}",
        cashTag=body.cashTag,
        note=secrets.token_hex(5),
        amount=body.amount,
        isWhiteLabel=body.isWhiteLabel or False,
        receiptId=None,
        paidAmount=None,
        status=InvoiceStatus.PENDING,
        returnUrl=body.returnUrl,
        expiresAt=now + timedelta(minutes=30),
        createdAt=now,
    )
    invoices[invoice_id] = invoice
    if body.callbackUrl is not None:
        callback_urls[invoice_id] = body.callbackUrl
    return respond(invoice)


@app.post("/api/v1/payments/fetch")
async def fetch_payment(request: Request):
    return respond(find((await read(request, FetchPaymentRequest)).invoiceId))


@app.post("/api/v1/payments/submit")
async def submit_receipt(request: Request, background: BackgroundTasks):
    body = await read(request, SubmitReceiptRequest)
    invoice = find(body.invoiceId)
    invoice_id, amount, outcome, receipt_id = read_receipt(body.webReceipt)
    if invoice_id != invoice.id:
        raise HTTPException(422, "The receipt is for another invoice.")
    if apply(invoice, amount, outcome, receipt_id) and invoice.id in callback_urls:
        background.add_task(call_back, callback_urls[invoice.id], invoice.model_copy())
    response = respond(invoice)
    response.background = background
    return response


def find(invoice_id: str) -> PaymentInvoice:
    invoice = invoices.get(invoice_id)
    if invoice is None:
        raise HTTPException(404, "There is no such invoice.")
    if invoice.status in OPEN and datetime.now(timezone.utc) >= invoice.expiresAt:
        invoice.status = InvoiceStatus.EXPIRED
    return invoice


def read_receipt(text: str) -> list[str]:
    """Parses a receipt of the suite's pay.py, `invoice:amount:outcome:id.signature`. Your own server must parse the
    receipts of your payment provider instead.
    """
    signed, _, signature = text.rpartition(".")
    expected = hmac.new(RECEIPT_KEY, signed.encode(), sha256).hexdigest()
    if not hmac.compare_digest(signature.encode(), expected.encode()):
        raise HTTPException(422, "The receipt was not signed here.")
    return signed.split(":")


def apply(invoice: PaymentInvoice, amount: str, outcome: str, receipt_id: str) -> bool:
    """Counts a receipt once, and never changes a final invoice. Returns whether the invoice changed."""
    if invoice.status not in OPEN or receipt_id in counted:
        return False
    counted.add(receipt_id)
    invoice.receiptId = receipt_id
    if outcome == "failed":
        invoice.status = InvoiceStatus.FAILED
        return True
    # Adds whole cents, because sums of floats drift.
    cents = round((invoice.paidAmount or 0) * 100) + round(float(amount) * 100)
    invoice.paidAmount = cents / 100
    invoice.status = InvoiceStatus.PAID if cents >= round(invoice.amount * 100) else InvoiceStatus.UNDER_PAID
    return True


async def call_back(url: str, invoice: PaymentInvoice):
    """Sends the event once, which is enough for core. A live service must sign its events, retry, and refuse addresses in its own
    network.
    """
    event = {"type": f"invoice.{invoice.status.value.lower()}", "sequence": 1, "data": json.loads(respond(invoice).body)}
    event["timestamp"] = datetime.now(timezone.utc).isoformat()
    try:
        async with httpx.AsyncClient(timeout=5) as client:
            await client.post(url, json=event)
    except httpx.HTTPError:
        pass


if __name__ == "__main__":
    listener = socket.create_server(("127.0.0.1", int(os.environ.get("PORT", "0"))))
    print(json.dumps({"baseUrl": f"http://127.0.0.1:{listener.getsockname()[1]}", "token": TOKEN}), flush=True)
    uvicorn.run(app, fd=listener.fileno(), log_level="warning")

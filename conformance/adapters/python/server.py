#!/usr/bin/env python3
"""A payment-invoice server in another language, small enough to read: Python 3, nothing installed.

It prints one JSON line with its base URL and a token. Receipts are signed with RECEIPT_KEY, which pay.py knows too.
"""

import hashlib
import hmac
import json
import os
import secrets
from datetime import datetime, timedelta, timezone
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Lock, Thread
from urllib.parse import urlsplit
from urllib.request import Request, urlopen

TOKEN = secrets.token_urlsafe(24)
RECEIPT_KEY = os.environ["RECEIPT_KEY"].encode()
invoices = {}
callback_urls = {}
lock = Lock()


class Refused(Exception):
    pass


def is_number(value):
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def is_url(value):
    try:
        parts = urlsplit(value) if isinstance(value, str) else None
    except ValueError:  # such as "https://[::"
        return False
    return parts is not None and bool(parts.scheme and parts.netloc)


def member(body, name, check, default=None, required=False):
    if name not in body:
        if required:
            raise Refused(422, f"{name} is missing")
        return default
    if not check(body[name]):
        raise Refused(422, f"{name} is not right")
    return body[name]


def is_text(value):
    # JSON can contain half a surrogate pair, but UTF-8 cannot encode it.
    return isinstance(value, str) and value != "" and not any("\ud800" <= letter <= "\udfff" for letter in value)


def iso(time):
    return time.strftime("%Y-%m-%dT%H:%M:%SZ")


def create(base_url, body):
    now = datetime.now(timezone.utc)
    invoice_id = f"py-{secrets.token_hex(10)}"
    invoice = {
        "id": invoice_id,
        "paymentUrl": f"{base_url}/pay/{invoice_id}",
        "cashTag": member(body, "cashTag", is_text, required=True),
        "note": secrets.token_hex(4),
        "amount": member(body, "amount", lambda value: is_number(value) and value > 0, required=True),
        "isWhiteLabel": member(body, "isWhiteLabel", lambda value: isinstance(value, bool), default=False),
        "receiptId": None,
        "paidAmount": None,
        "status": "PENDING",
        "returnUrl": member(body, "returnUrl", is_url),
        "expiresAt": iso(now + timedelta(minutes=30)),
        "createdAt": iso(now),
    }
    callback_urls[invoice_id] = member(body, "callbackUrl", is_url)
    invoices[invoice_id] = invoice
    return invoice


def find(body):
    invoice = invoices.get(member(body, "invoiceId", is_text, required=True))
    if invoice is None:
        raise Refused(404, "no such invoice")
    return invoice


def submit(base_url, body):
    receipt = member(body, "webReceipt", is_text, required=True)
    invoice = find(body)
    signed, _, signature = receipt.rpartition(".")
    expected = hmac.new(RECEIPT_KEY, signed.encode(), hashlib.sha256).hexdigest()
    if not hmac.compare_digest(signature.encode(), expected.encode()):
        raise Refused(422, "this receipt was not signed here")
    invoice_id, amount, outcome, receipt_id = signed.split(":")
    if invoice_id != invoice["id"]:
        raise Refused(422, "this receipt is for another invoice")
    invoice["receiptId"] = receipt_id
    if outcome == "failed":
        invoice["status"] = "FAILED"
    else:
        invoice["paidAmount"] = float(amount)
        invoice["status"] = "PAID" if float(amount) >= invoice["amount"] else "UNDER_PAID"
    if callback_urls[invoice_id]:
        Thread(target=call_back, args=(callback_urls[invoice_id], invoice), daemon=True).start()
    return invoice


def call_back(url, invoice):
    try:
        urlopen(Request(url, json.dumps(invoice).encode(), {"Content-Type": "application/json"}), timeout=5).close()
    except OSError:
        pass  # one try is enough for an example


def fetch(base_url, body):
    return find(body)


OPERATIONS = {f"/api/v1/payments/{operation.__name__}": operation for operation in (create, submit, fetch)}


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_POST(self):
        # Reads the body even if the request is refused, because unread bytes would be parsed as the next request.
        text = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        try:
            self.answer(200, self.carry_out(text))
        except Refused as refusal:
            status, reason = refusal.args
            self.answer(status, {"error": reason})

    def carry_out(self, text):
        operation = OPERATIONS.get(self.path)
        if operation is None:
            raise Refused(404, "nothing is here")
        if not hmac.compare_digest((self.headers.get("Authorization") or "").encode(), f"Bearer {TOKEN}".encode()):
            raise Refused(401, "send the token")
        try:
            body = json.loads(text.decode("utf-8"))
        except (ValueError, RecursionError):  # not JSON, or nested too deeply
            raise Refused(400, "this is no JSON") from None
        if not isinstance(body, dict):
            raise Refused(422, "an object is expected")
        with lock:
            return operation(f"http://{self.headers['Host']}", body)

    def answer(self, status, body):
        text = json.dumps(body).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(text)))
        self.end_headers()
        self.wfile.write(text)

    def log_message(self, *_):
        pass


server = ThreadingHTTPServer(("127.0.0.1", int(os.environ.get("PORT", "0"))), Handler)
server.daemon_threads = True
print(json.dumps({"baseUrl": f"http://127.0.0.1:{server.server_port}", "token": TOKEN}), flush=True)
server.serve_forever()

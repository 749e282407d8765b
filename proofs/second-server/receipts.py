"""Web receipts: statements about payments, signed with this server's key."""

import base64
import hashlib
import hmac
import json
import secrets
from dataclasses import asdict, dataclass

from clock import clock
from problems import Problem
from switches import fault

KEY = secrets.token_bytes(32)


@dataclass
class Receipt:
    """A payment's data; the amount is in cents."""

    receipt_id: str
    tag: str
    note: str
    currency: str
    cents: int
    outcome: str
    paid_at: int


def sign(body: str) -> str:
    """Returns the signature for a receipt's body."""
    return hmac.new(KEY, body.encode("utf-8", "surrogatepass"), hashlib.sha256).hexdigest()


def issue(tag: str, note: str, cents: int, outcome: str, differs: dict[str, object]) -> str:
    """Makes the receipt of a payment. The given fields override those of the invoice."""
    receipt = Receipt("rcp_" + secrets.token_hex(13), tag, note, "USD", cents, outcome, clock.now())
    for name, value in differs.items():
        setattr(receipt, name, value)
    body = base64.urlsafe_b64encode(json.dumps(asdict(receipt)).encode()).decode().rstrip("=")
    return f"{body}.{sign(body)}"


def sign_again(text: str) -> str:
    """Returns the receipt in another form, signed again: the payment is the same, but the bytes differ."""
    payment = json.loads(base64.urlsafe_b64decode(text.rpartition(".")[0] + "=="))
    body = base64.urlsafe_b64encode(json.dumps(payment, indent=1).encode()).decode().rstrip("=")
    return f"{body}.{sign(body)}"


def read(text: str) -> Receipt:
    """Parses a receipt. Refuses one without a trusted signature or without an amount."""
    body, _, signature = text.strip().rpartition(".") if fault("receipt-trimmed") else text.rpartition(".")
    if fault("unreadable-receipt-is-500"):
        json.loads(base64.urlsafe_b64decode(body + "=" * (-len(body) % 4)))
    if fault("signature-compared-in-part"):
        right = signature[:32] == sign(body)[:32]
    else:
        right = hmac.compare_digest(signature.encode("utf-8", "surrogatepass"), sign(body).encode())
    if not right and not fault("signature-unchecked"):
        raise Problem("receipt_invalid")
    try:
        receipt = Receipt(**json.loads(base64.urlsafe_b64decode(body + "=" * (-len(body) % 4))))
    except Exception:
        raise Problem("receipt_invalid") from None
    if receipt.cents <= 0:
        raise Problem("receipt_invalid")
    return receipt

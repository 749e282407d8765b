"""The harness of the Python clients' programs: reads one JSON command per line and writes one JSON reply per line."""

import json
import re
import sys

from standardwebhooks import Webhook


def serve(call, read_event):
    """Carries out each command with `call`, which returns a reply; `read_event` returns an event's type, sequence and invoice."""
    for line in sys.stdin:
        print(json.dumps(carry_out(json.loads(line), call, read_event)), flush=True)


def carry_out(order, call, read_event):
    try:
        if order["op"] != "event":
            return call(order)
        Webhook(order["secret"]).verify(order["payload"], order["headers"])
        kind, sequence, data = read_event(order["payload"])
        return {"event": {"type": kind, "sequence": sequence, **invoice(data)}}
    except Exception as error:
        return failure(None, error)


def problem(status, code, errors):
    return {"problem": {"status": int(status), "code": code, "items": [item.code for item in errors or []]}}


def failure(status, error):
    return {"failure": {"status": status, "kind": type(error).__name__, "message": str(error)}}


def invoice(read):
    """Writes an invoice as JSON. The client's attributes have the names of the contract, or the same names in snake case."""
    is_snake = hasattr(read, "payment_url")

    def field(name):
        return getattr(read, re.sub("[A-Z]", lambda letter: f"_{letter[0].lower()}", name) if is_snake else name)

    paid = field("paidAmount")
    kept = ("id", "paymentUrl", "cashTag", "note", "isWhiteLabel", "receiptId", "returnUrl")
    written = {
        "amount": repr(field("amount")),
        "paidAmount": None if paid is None else repr(paid),
        "status": getattr(read.status, "value", read.status),
        "expiresAt": round(field("expiresAt").timestamp() * 1000),
        "createdAt": int(field("createdAt").timestamp() * 1000),
    }
    return {"invoice": {**{name: field(name) for name in kept}, **written}}

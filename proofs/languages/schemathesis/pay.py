"""Pays the invoices for which Schemathesis submits receipts. Schemathesis invents its receipts, so none of them would be
accepted."""

import os
import random
from functools import cache

import requests
import schemathesis
from schemathesis.core.parameters import ParameterLocation

rail = requests.Session()
rail.headers["Authorization"] = f"Bearer {os.environ['SANDBOX_TOKEN']}"


@schemathesis.hook
def before_call(context, case, kwargs):
    body = case.body
    is_lawful = case.meta is None or not case.meta.is_negative_at(ParameterLocation.BODY)
    if case.operation.path != "/api/v1/payments/submit" or not is_lawful or not isinstance(body, dict):
        return
    receipt = pay(str(body.get("invoiceId")), str(body.get("webReceipt")))
    if receipt is not None:
        body["webReceipt"] = receipt


@cache
def pay(invoice_id, made_up):
    """Returns a paid receipt to replace `made_up`. Repeated calls return the same one; otherwise Schemathesis would give up."""
    choice = random.Random(made_up)
    order = {
        "invoiceId": invoice_id,
        "amount": choice.choice([0.01, 999999.99]),
        "outcome": choice.choice(["completed", "completed", "failed"]),
    }
    paid = rail.post(f"{os.environ['SANDBOX_URL']}/sandbox/payments", json=order, timeout=10)
    # If the invoice does not exist, it cannot be paid, and the invented receipt is sent.
    return paid.json()["webReceipt"] if paid.ok else None

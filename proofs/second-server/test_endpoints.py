"""The endpoints that only a sandbox has: payments, the clock, tokens, limits, outages and the secret. The adapter calls them."""

import json
from datetime import datetime
from decimal import Decimal
from typing import Any

import callbacks
from clock import clock
from idempotency import keys
from limits import limits
from receipts import issue, sign_again
from request import Request, Response
from store import Token, store
from switches import fault


def serve(request: Request) -> Response:
    """Serves a POST below /test/. Any known token is accepted."""
    token = store.tokens.get((request.one("authorization") or "").removeprefix("Bearer "))
    action = ACTIONS.get(request.path.removeprefix("/test/"))
    if token is None or action is None:
        return Response(404, b"{}")
    return Response(200, json.dumps(action(token, json.loads(request.body, parse_float=Decimal))).encode())


def pay(_token: Any, body: dict[str, Any]) -> dict[str, Any]:
    """Simulates a payment and returns its receipt."""
    cents = round(Decimal(str(body["amount"])) * 100)
    differs = body.get("differs", {})
    if "signedAgain" in differs:
        return {"webReceipt": sign_again(differs["signedAgain"])}
    states: dict[str, Any] = {}
    if "currency" in differs:
        states["currency"] = differs["currency"]
    if "cashTag" in differs:
        states["tag"] = differs["cashTag"]
    if "paidAt" in differs:
        states["paid_at"] = int(datetime.fromisoformat(differs["paidAt"]).timestamp() * 1000)
    if "amount" in differs:
        states["cents"] = round(Decimal(str(differs["amount"])) * 100)
    return {"webReceipt": issue(body["cashTag"], body["note"], cents, body["outcome"], states)}


def advance(_token: Any, body: dict[str, Any]) -> dict[str, Any]:
    """Moves the clock forward."""
    clock.advance(float(body["seconds"]))
    return {}


def mint(token: Any, body: dict[str, Any]) -> dict[str, Any]:
    """Returns a new token for the same account."""
    expires = clock.now() + int(body["expiresIn"]) * 1000 if "expiresIn" in body else None
    made = store.mint(token.account, body.get("scopes"), live=body.get("live", False), expires=expires)
    made.revoked = body.get("revoked", False)
    made.revoked_at = clock.now()
    return {"token": made.text}


def revoke(token: Any, body: dict[str, Any]) -> dict[str, Any]:
    """Revokes a token of the same account."""
    other = find(token, body)
    other.revoked, other.revoked_at = True, clock.now()
    return {}


def narrow(token: Any, body: dict[str, Any]) -> dict[str, Any]:
    """Restricts a token of the same account to some of its scopes."""
    other = find(token, body)
    other.had, other.scopes = other.scopes, tuple(body["scopes"])
    return {}


def find(token: Token, body: dict[str, Any]) -> Token:
    """Returns the token in the body, if it belongs to the caller's account."""
    other = store.tokens[body["token"]]
    if other.account is not token.account:
        raise ValueError("a token of another account")
    return other


def restart(_token: Any, _body: dict[str, Any]) -> dict[str, Any]:
    """Simulates a restart: all data stay, apart from those that a fault loses."""
    if fault("restart-loses-keys"):
        keys.stored.clear()
    if fault("restart-loses-attempts"):
        callbacks.starts.append("again")
    for invoice in store.invoices.values():
        if fault("restart-loses-counted-receipts"):
            invoice.submitted.clear()
            invoice.counted.clear()
        if fault("restart-resets-sequence"):
            invoice.events = 0
    for token in store.tokens.values():
        token.revoked &= not fault("restart-revives-revoked")
    return {}


def limit(_token: Any, body: dict[str, Any]) -> dict[str, Any]:
    """Enables the limits and resets their counters, or disables the limits."""
    limits.clear()
    store.limited = body["on"]
    return {}


def outage(_token: Any, body: dict[str, Any]) -> dict[str, Any]:
    """Simulates the beginning or the end of an outage of one part."""
    if body["on"]:
        store.away.add(body["part"])
    elif not (fault("verifier-stays-away") and body["part"] == "verifier"):
        store.away.discard(body["part"])
        if fault("keys-forgotten-after-outage") and body["part"] == "store":
            keys.stored.clear()
        while body["part"] == "store" and store.later:
            store.later.pop()()
    return {}


def rotate(token: Any, _body: dict[str, Any]) -> dict[str, Any]:
    """Rotates the account's secret, and returns the new one."""
    return {"callbackSecret": token.account.rotate()}


ACTIONS = {
    "payments": pay, "clock": advance, "tokens": mint, "tokens/revoke": revoke, "tokens/scopes": narrow, "restart": restart,
    "rate-limits": limit, "outage": outage, "secret": rotate,
}  # fmt: skip

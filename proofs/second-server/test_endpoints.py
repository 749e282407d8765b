"""What only a sandbox offers: payments, the clock, tokens, limits, outages and the secret. The adapter calls it."""

import json
from decimal import Decimal
from typing import Any

from clock import clock
from limits import limits
from receipts import issue
from request import Request, Response
from store import store
from switches import fault


def serve(request: Request) -> Response:
    """Serves a POST below /test/, to whoever holds a token."""
    token = store.tokens.get((request.one("authorization") or "").removeprefix("Bearer "))
    action = ACTIONS.get(request.path.removeprefix("/test/"))
    if token is None or action is None:
        return Response(404, b"{}")
    return Response(200, json.dumps(action(token, json.loads(request.body, parse_float=Decimal))).encode())


def pay(_token: Any, body: dict[str, Any]) -> dict[str, Any]:
    """Pretends to pay, and gives the receipt."""
    cents = round(Decimal(str(body["amount"])) * 100)
    return {"webReceipt": issue(body["cashTag"], body["note"], cents, body["outcome"])}


def advance(_token: Any, body: dict[str, Any]) -> dict[str, Any]:
    """Moves the clock forward."""
    clock.advance(float(body["seconds"]))
    return {}


def mint(token: Any, body: dict[str, Any]) -> dict[str, Any]:
    """Gives a further token of the same account."""
    expires = clock.now() + int(body["expiresIn"]) * 1000 if "expiresIn" in body else None
    made = store.mint(token.account, body.get("scopes"), live=body.get("live", False), expires=expires)
    made.revoked = body.get("revoked", False)
    made.revoked_at = clock.now()
    return {"token": made.text}


def limit(_token: Any, body: dict[str, Any]) -> dict[str, Any]:
    """Puts the limits on, counting from nothing, or takes them off."""
    limits.clear()
    store.limited = body["on"]
    return {}


def outage(_token: Any, body: dict[str, Any]) -> dict[str, Any]:
    """Takes a part away, or gives it back."""
    if body["on"]:
        store.away.add(body["part"])
    elif not (fault("verifier-stays-away") and body["part"] == "verifier"):
        store.away.discard(body["part"])
    return {}


def rotate(token: Any, _body: dict[str, Any]) -> dict[str, Any]:
    """Gives a new secret."""
    return {"callbackSecret": token.account.rotate()}


ACTIONS = {"payments": pay, "clock": advance, "tokens": mint, "rate-limits": limit, "outage": outage, "secret": rotate}

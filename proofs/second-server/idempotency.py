"""Stores the response of the first successful create for each account and key."""

import json
import re
import threading
from typing import Any

from clock import clock
from problems import Problem
from request import Request
from store import Token
from strict_json import write_json
from switches import fault, one_in_twenty, style, unless

DAY = 86_400_000
FORM = re.compile(r'"([!#-~]{1,255})"|([!#-~]{1,255})')


class Keys:
    """The stored responses by key, and the keys whose create requests are still in progress."""

    def __init__(self) -> None:
        self.stored: dict[tuple[str, ...], tuple[str, bytes, int, str]] = {}
        self.running: set[tuple[str, ...]] = set()
        self.failed: set[tuple[str, ...]] = set()
        self.replays: dict[tuple[str, ...], int] = {}
        self.lock = threading.Lock()

    def name(self, request: Request, token: Token) -> tuple[str, ...] | None:
        """Returns the key together with its account, or None if the request has no key."""
        values = request.all("idempotency-key")
        if not values or fault("keys-ignored"):
            return None
        key = self.read(", ".join(values))
        if fault("key-in-any-case"):
            key = key.lower()
        if fault("key-compared-by-first-64"):
            key = key[:64]
        if fault("keys-over-200-compared-in-part"):
            key = key[:200]
        owner = token.text if fault("keys-by-token") else token.account.name
        return ("" if fault("keys-over-all-accounts") else owner, "" if fault("keys-shared-by-live-and-test") else str(token.live), key)

    def read(self, value: str) -> str:
        """Removes the quotes around a key, and checks its form."""
        if fault("any-key-accepted"):
            return value.strip('"')
        if fault("key-with-space-accepted"):
            value = value.replace(" ", "_").replace("\t", "_")
        if fault("key-other-script-accepted"):
            value = "".join(sign if sign.isascii() else "x" for sign in value)
        if fault("empty-key-accepted") and value in ("", '""'):
            return "empty"
        if fault("quoted-key-of-255-refused") and len(value) > 255:
            raise Problem("idempotency_key_invalid")
        most = unless(255, key_of_256_accepted=256, key_of_255_refused=254)
        match = re.fullmatch(FORM.pattern.replace("255", str(most)), value)
        if not match or (fault("key-must-be-uuid") and len(value.strip('"')) != 36):
            raise Problem("idempotency_key_invalid")
        return value if fault("quotes-belong-to-key") else match[1] or match[2]

    def body(self, request: Request, body: dict[str, Any]) -> str:
        """Returns a string that is equal for bodies with equal values, however they are written."""
        if fault("bodies-compared-by-bytes"):
            return request.body.decode()
        if fault("bodies-compared-in-order"):
            return json.dumps(body, default=str)
        left_out = [name for name in body if fault(f"bodies-compared-without-{name}")]
        if fault("bodies-not-compared"):
            return ""
        kept = {name: body[name] for name in sorted(body) if name not in left_out}
        return write_json(kept)[: 300 if fault("long-bodies-compared-in-part") else None]

    def knows(self, request: Request, token: Token) -> bool:
        """Tells whether a create has a key with a stored response. Only faults use this."""
        return request.operation == "create" and self.name(request, token) in self.stored

    def begin(self, key: tuple[str, ...], body: str) -> bytes | None:
        """Returns the stored body, or None for a new key. Refuses a key in use, or used before with another body."""
        with self.lock:
            others = [row[0] for name, row in self.stored.items() if name[2] == key[2] and name[0] != key[0]]
            if fault("keys-of-other-account-judge-body") and any(other != body for other in others):
                raise Problem("idempotency_key_reused")
            if key in self.running:
                raise Problem("idempotency_in_progress")
            kept = unless(DAY, key_kept_an_hour=DAY // 24, key_kept_23_hours=DAY * 23 // 24, key_kept_a_minute=60_000)
            found = self.stored.get(key)
            if found and clock.now() <= found[2] + kept + (0 if kept < DAY else 60_000):
                if fault("key-forgotten-after-replay"):
                    del self.stored[key]
                if found[0] != body:
                    if fault("other-body-replays"):
                        return found[1]
                    if fault("other-body-creates"):
                        return None
                    raise Problem(unless("idempotency_key_reused", other_body_is_409="idempotency_in_progress"))
                self.replays[key] = self.replays.get(key, 0) + 1
                if fault("third-replay-is-new") and self.replays[key] == 3:
                    return None
                return found[1]
            if not fault("race-between-creates"):
                self.running.add(key)
            return None

    def end(self, key: tuple[str, ...], body: str, response: bytes | None, invoice_id: str = "") -> None:
        """Stores a successful response, or frees the key after a failure."""
        with self.lock:
            self.running.discard(key)
            if response is not None and key not in self.failed and not one_in_twenty("twentieth-key-not-kept"):
                self.stored[key] = (body, response, clock.now(), invoice_id)


keys = Keys()
REPLAYED = {"Idempotent-Replayed": "true"}


def replay_headers(times: int) -> dict[str, str]:
    """Returns the header that marks a replayed response."""
    if fault("replay-untold") or (fault("second-replay-untold") and times > 1) or style("keys-unknown"):
        return {}
    return {"Idempotent-Replayed": "yes"} if fault("replay-told-otherwise") else REPLAYED

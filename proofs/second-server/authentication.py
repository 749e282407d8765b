"""Authentication by one bearer token in one header. The token must be known, must not have expired, and must have the scope that
is needed.
"""

import base64
import json
import re
import time
from urllib.parse import parse_qs

from clock import clock
from idempotency import keys
from limits import limits
from problems import Problem
from request import Request
from store import SCOPES, Token, store
from switches import fault, unless

REALM = 'Bearer realm="payments"'


def refused(code: str) -> Problem:
    """Makes a 401 problem with one of the two codes that have this status."""
    told = REALM + (', error="invalid_token"' if code == "invalid_token" else "")
    if fault("unauthenticated-says-error-too"):
        told = REALM + ', error="invalid_token"'
    if fault("invalid-token-without-error"):
        told = REALM
    if fault("other-realm"):
        told = told.replace("payments", "api")
    headers = {} if fault("no-www-authenticate") else {"WWW-Authenticate": told}
    if fault("one-code-for-both-401"):
        code = "unauthenticated"
    return Problem(code, headers)


def hidden_token(request: Request) -> str | None:
    """Finds a token in a place where a correct server ignores it. Returns None unless a fault allows that place."""
    query = parse_qs(request.query)
    if fault("token-in-query") and ("token" in query or "access_token" in query):
        return (query.get("access_token") or query["token"])[0]
    if fault("token-in-cookie"):
        match = re.search(r"(?:token|session|access_token|auth)=([^;\s]+)", request.one("cookie") or "", re.I)
        return match[1] if match else None
    if fault("token-in-api-key-header"):
        return request.one("x-api-key") or request.one("x-auth-token")
    if fault("token-in-body"):
        try:
            body = json.loads(request.body)
            return body.pop("access_token", None) or body.pop("token", None)
        except (ValueError, AttributeError):
            return None
    return None


def read_token(request: Request) -> str:
    """Returns the token in the request's Authorization header."""
    values = request.all("authorization")
    if len(values) > 1:
        if not fault("two-authorizations-first-wins") and not (fault("same-authorization-twice-accepted") and len(set(values)) == 1):
            raise Problem(unless("authorization_malformed", two_authorizations_are_401="invalid_token"))
    value = values[0] if values else ""
    hidden = hidden_token(request)
    if hidden and not values:
        return hidden
    scheme, _, text = value.partition(" ")
    if fault("basic-with-token-accepted") and scheme == "Basic":
        try:
            return base64.b64decode(text).decode().strip(":").split(":")[-1]
        except ValueError:
            pass
    if fault("any-scheme-of-token-accepted") and scheme in ("Token", "token", "Key", "JWT", "Digest", "Basic"):
        return text
    if fault("bare-token-accepted") and value in store.tokens:
        return value
    if scheme.lower() != "bearer":
        raise refused("unauthenticated")
    if fault("long-token-is-500") and len(text) > 500:
        raise RuntimeError("token too long")
    if fault("odd-token-is-500"):
        text.encode("ascii")
    return text.strip(" ")


def find_token(text: str) -> Token | None:
    """Returns the token with this text. The whole text has to match."""
    if text in store.tokens:
        return store.tokens[text]
    for known, token in store.tokens.items():
        if fault("token-in-any-case") and known.lower() == text.lower():
            return token
        if fault("token-compared-by-first-32") and known[:32] == text[:32]:
            return token
        if fault("token-compared-by-last-32") and known[-32:] == text[-32:]:
            return token
        if fault("token-with-more-behind") and text.startswith(known):
            return token
        if fault("token-without-checksum-accepted") and text == known[:-6]:
            return token
        if fault("token-checksum-unchecked") and text[:-6] == known[:-6]:
            return token
        if fault("token-quotes-dropped") and text.strip("\"'") == known:
            return token
        if fault("token-comma-list-accepted") and known in text.replace(" ", "").split(","):
            return token
    return None


def authenticate(request: Request) -> Token:
    """Returns a request's token. If there is no valid one, refuses the request and counts a failure for the client's address."""
    try:
        text = read_token(request)
        token = find_token(text)
        if token is None or (over(token, request.operation) and not (fault("revoked-token-may-replay") and keys.knows(request, token))):
            if fault("token-told-in-detail"):
                request.token = text
            raise refused("invalid_token")
    except Problem as problem:
        if problem.status == 401:
            limits.count_failure(request.address, request.operation)
        raise
    request.token = token.text
    token.used_at = token.used_at or time.time()
    return token


def over(token: Token, operation: str) -> bool:
    """Tells whether a token was revoked or has expired."""
    if token.revoked:
        if fault(f"revoked-token-may-{operation}") or fault("revoked-token-accepted"):
            return False
        if fault("used-token-outlives-revocation") and token.used_at:
            return clock.now() > token.revoked_at + 30_000
        return not (fault("revoked-token-lives-a-minute") and clock.now() < token.revoked_at + 60_000)
    return token.expires is not None and clock.now() >= token.expires + unless(0, expired_token_lives_a_minute=60_000) and not fault("expired-token-accepted")


def check_scope(token: Token, operation: str) -> None:
    """Refuses a token that lacks the scope of the operation."""
    if SCOPES[operation] in token.scopes:
        return
    if fault("narrowed-token-keeps-scope") and token.used_at and time.time() < token.used_at + 30 and SCOPES[operation] in token.had:
        return
    if fault(f"{operation}-needs-no-scope"):
        return
    if fault("write-scope-may-read") and operation == "fetch" and "invoices:write" in token.scopes:
        return
    if fault("receipts-scope-may-create") and operation == "create" and "receipts:write" in token.scopes:
        return
    if fault("create-scope-may-submit") and operation == "submit" and "invoices:write" in token.scopes:
        return
    if fault("read-scope-may-submit") and operation == "submit" and "invoices:read" in token.scopes:
        return
    if fault("missing-scope-is-401"):
        raise refused("invalid_token")
    raise Problem(unless("insufficient_scope", missing_scope_is_404="not_found"))

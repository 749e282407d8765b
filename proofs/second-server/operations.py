"""The three operations. Each checks a request in the documented order, and then responds or refuses."""

import re
import time
from typing import Any

from authentication import authenticate, check_scope
from clock import clock
from idempotency import keys, replay_headers
from lifecycle import expire_if_due, refuse_final, schedule_expiry, submit
from limits import limits
from problems import Problem
from request import Request, Response
from schema import validate
from store import Invoice, Token, store
from strict_json import NotJson, read_json, write_json
from switches import fault, one_in_twenty, style, unless
from view import show

LIFETIMES = {"lifetime-2-s": 2, "lifetime-5-s": 5, "lifetime-60-s": 60, "lifetime-10-minutes": 600, "lifetime-a-day": 86_400}


def lifetime() -> int:
    """Returns how long an invoice lives, in milliseconds."""
    lawful = next((seconds for name, seconds in LIFETIMES.items() if style(name)), 1800)
    return 1000 * unless(lawful, lifetime_25_hours=90_000, lifetime_a_week=604_800, lifetime_none=0)


def perform(request: Request) -> Response:
    """Carries out an operation. The caller has checked the path and the method."""
    operation = request.operation
    if fault(f"{operation}-needs-no-token") and not request.all("authorization"):
        token = next(iter(store.tokens.values()))
    elif fault("body-judged-before-token"):
        read_json(request.body, operation)
        token = authenticate(request)
    else:
        token = authenticate(request)
    if fault("rate-before-scope"):
        limits.take_operation(operation, token)
    if not (fault("replay-needs-no-scope") and keys.knows(request, token)):
        check_scope(token, operation)
    headers = {} if fault("rate-before-scope") else take_limit(request, token)
    try:
        body = read_body(request)
    except Problem:
        if fault("failures-keep-the-key") and operation == "create" and (key := keys.name(request, token)):
            keys.stored[key] = ("", b"{}", clock.now(), "")
        if fault("key-of-failure-then-success-not-kept") and operation == "create" and (key := keys.name(request, token)):
            keys.failed.add(key)
        raise
    if "store" in store.away and not fault(f"{operation}-works-without-store"):
        refuse_without_store(operation, token, body, request)
    try:
        response = {"create": create, "submit": submit_receipt, "fetch": fetch}[operation](request, token, body)
    except Problem as problem:
        problem.headers = headers | problem.headers
        raise
    response.headers |= headers
    return response


def take_limit(request: Request, token: Token) -> dict[str, str]:
    """Counts a request towards its account's limits, or refuses it. With a fault, a refused create leaves its key in progress."""
    try:
        return limits.take_operation(request.operation, token)
    except Problem:
        if fault("key-taken-by-rate-limit") and request.operation == "create" and (key := keys.name(request, token)):
            keys.running.add(key)
        raise


def refuse_without_store(operation: str, token: Token, body: dict[str, Any], request: Request) -> None:
    """Responds with 503, because the store is disabled. Only a fault makes it change data or respond in another way."""
    if fault("outage-creates-all-the-same") and operation == "create":
        create(request, token, body)
    if fault("outage-takes-the-key") and operation == "create" and (key := keys.name(request, token)):
        keys.stored[key] = ("", b"{}", clock.now(), "")
    if fault("outage-leaves-key-in-progress") and operation == "create" and (key := keys.name(request, token)):
        keys.running.add(key)
    if fault("outage-submit-counts-later") and operation == "submit":
        store.later.append(lambda: verify_later(find_invoice(token, body["invoiceId"]), body["webReceipt"]))
    if fault("outage-counts-receipt") and operation == "submit":
        submit_receipt(request, token, body)
    if fault("outage-is-500"):
        raise RuntimeError("no store")
    if fault("outage-hangs-up"):
        raise ConnectionAbortedError
    if fault("outage-is-404") and operation != "create":
        raise Problem("invoice_not_found")
    wait = {} if fault("outage-without-retry-after") else {"Retry-After": unless("5", outage_retry_after_is_text="soon")}
    raise Problem("service_unavailable", wait)


def read_body(request: Request) -> dict[str, Any]:
    """Returns the parsed body. First checks its size, then its media type, its JSON and its schema."""
    if fault("schema-before-media-type"):
        validate(request.operation, read_json(request.body, request.operation))
    if fault("media-type-before-size"):
        check_media_type(request)
    if request.too_large:
        if fault("large-body-hangs-up"):
            raise ConnectionAbortedError
        raise Problem(unless("payload_too_large", large_body_is_400="malformed_json"))
    check_media_type(request)
    try:
        if request.unreadable:
            raise NotJson("its chunks cannot be read")
        value = read_json(request.body, request.operation)
    except NotJson:
        if fault("malformed-json-is-422"):
            raise Problem("validation_failed", errors=[]) from None
        if fault("malformed-json-is-500"):
            raise RuntimeError("json") from None
        if fault("malformed-json-hangs-up"):
            raise ConnectionAbortedError from None
        raise Problem("malformed_json") from None
    return validate(request.operation, value)


def check_media_type(request: Request) -> None:
    """Refuses a body whose Content-Type is not JSON in UTF-8."""
    if style("any-media-type") or (fault("media-type-unchecked-at-submit") and request.operation == "submit"):
        return
    if request.one("content-encoding") is not None and not fault("content-encoding-ignored"):
        if not (fault("identity-encoding-accepted") and request.one("content-encoding") == "identity"):
            raise Problem("unsupported_media_type")
    said = request.one("content-type")
    if said is None and fault("missing-media-type-accepted"):
        return
    kind, *parameters = [part.strip() for part in (said or "").split(";")]
    if not fault("media-type-with-case"):
        kind = kind.lower()
    if fault("media-type-parameters-refused") and parameters:
        kind = ""
    right = kind == "application/json"
    right |= fault("text-plain-accepted") and kind == "text/plain"
    right |= fault("json-suffix-accepted") and kind.endswith("+json")
    right |= fault("any-json-media-type-accepted") and "json" in kind
    right |= fault("form-accepted") and kind == "application/x-www-form-urlencoded"
    for parameter in parameters:
        name, _, value = parameter.partition("=")
        if name.strip().lower() == "charset" and not fault("charset-ignored"):
            value = value.strip() if fault("quoted-charset-refused") else value.strip().strip('"')
            right &= (value if fault("charset-with-case") else value.lower()) in ("utf-8", unless("utf-8", utf8_without_hyphen_accepted="utf8"))
    if not right:
        raise Problem(unless("unsupported_media_type", wrong_media_type_is_400="malformed_json"))


def create(request: Request, token: Token, body: dict[str, Any]) -> Response:
    """Creates an invoice, or returns the stored response for a key that was used before."""
    key = None if style("keys-unknown") else keys.name(request, token)
    if key is None:
        return Response(200, shown(make_invoice(request, token, body), "create"))
    told = keys.body(request, body)
    found = keys.begin(key, told)
    if found is not None and found != b"{}":
        if fault("replay-shows-present-state"):
            found = shown(store.invoices[keys.stored[key][3]], "create")
        first = store.invoices.get(keys.stored[key][3]) if key in keys.stored else None
        if fault("replay-of-expired-shows-expiry") and first and first.status == "EXPIRED":
            found = shown(first, "create")
        return Response(unless(200, replay_is_201=201), found, headers=dict(replay_headers(keys.replays.get(key, 1))))
    made: bytes | None = None
    invoice_id = ""
    try:
        if fault("race-between-creates"):
            time.sleep(0.005)
        invoice = make_invoice(request, token, body)
        made, invoice_id = shown(invoice, "create"), invoice.id
    finally:
        keys.end(key, told, made, invoice_id)
    return Response(200, made, headers={"Idempotent-Replayed": "false"} if fault("first-says-not-replayed") else {})


def make_invoice(request: Request, token: Token, body: dict[str, Any]) -> Invoice:
    """Creates an invoice and schedules its expiry."""
    now = clock.of_invoices()
    amount = body["amount"] if not fault("amount-rounded") else round(body["amount"], 2)
    tag = body["cashTag"].strip() if fault("tag-trimmed") else body["cashTag"]
    white = body.get("isWhiteLabel", fault("white-label-unless-said"))
    with store.lock:
        id_ = store.new_id()
        note = store.new_note(token.account)
        end = now + lifetime()
        invoice = Invoice(
            id_, token.account, token.live, tag, note, amount, white,
            body.get("callbackUrl"), body.get("returnUrl"), now, end, request.base_url,
        )  # fmt: skip
        invoice.made_with = token.text
        cut_short(invoice, request)
        if fault("starts-under-paid"):
            invoice.status = "UNDER_PAID"
        if fault("white-label-not-kept"):
            invoice.is_white_label = False
        store.invoices[id_] = invoice
        schedule_expiry(invoice)
        if fault("create-sends-event"):
            from callbacks import announce

            announce(invoice, "invoice.pending")
    return invoice


def cut_short(invoice: Invoice, request: Request) -> None:
    """Removes some data from a new invoice, as a defective store would. Only second-order faults use this."""
    if fault("long-tag-cut"):
        invoice.cash_tag = invoice.cash_tag[:20]
    if invoice.return_url and (
        (fault("keyed-create-drops-return-url") and request.all("idempotency-key")) or one_in_twenty("twentieth-create-loses-return-url")
    ):
        invoice.return_url = None
    if invoice.return_url and fault("return-url-cut-at-1024"):
        invoice.return_url = invoice.return_url[:1024]
    if invoice.callback_url and fault("callback-url-cut-at-1024"):
        invoice.callback_url = invoice.callback_url[:1024]
    if fault("keyed-create-sends-no-event") and request.all("idempotency-key"):
        invoice.callback_url = None


def find_invoice(token: Token, id_: str) -> Invoice:
    """Returns an invoice of the token's account and mode."""
    invoice = store.invoices.get(id_)
    if invoice is None and fault("id-in-any-case"):
        invoice = next((one for known, one in store.invoices.items() if known.lower() == id_.lower()), None)
    if invoice is None and fault("id-trimmed"):
        invoice = store.invoices.get(id_.strip())
    if invoice is None and fault("id-by-prefix"):
        invoice = next((one for known, one in store.invoices.items() if len(id_) > 8 and known.startswith(id_)), None)
    if invoice is None and fault("id-with-more-behind"):
        invoice = next((one for known, one in store.invoices.items() if id_.startswith(known)), None)
    if invoice is None and fault("note-serves-as-id"):
        invoice = next((one for one in store.invoices.values() if one.note == id_), None)
    if invoice is None:
        raise Problem("invoice_not_found")
    sees_all = fault("other-accounts-invoices-shown") or (fault("read-token-sees-all-accounts") and token.scopes == ("invoices:read",))
    if invoice.owner is not token.account and not sees_all:
        if fault("final-foreign-invoices-shown") and invoice.status == "PAID":
            return invoice
        if fault("foreign-invoice-is-403"):
            raise Problem("insufficient_scope")
        if fault("foreign-invoice-has-a-header"):
            raise Problem("invoice_not_found", {"X-Owner": "other"})
        if fault("foreign-invoice-errors-member"):
            raise Problem("invoice_not_found", errors=[])
        raise Problem("invoice_not_found")
    if invoice.live and not token.live and not fault("test-token-sees-live"):
        raise Problem("invoice_not_found")
    if token.live and not invoice.live and not fault("live-token-sees-test"):
        raise Problem("invoice_not_found")
    return invoice


def submit_receipt(request: Request, token: Token, body: dict[str, Any]) -> Response:
    id_ = body["invoiceId"]
    if fault("receipt-judged-before-invoice"):
        from receipts import read

        read(body["webReceipt"])
    with store.lock:
        if fault("foreign-submit-counts") and id_ in store.invoices:
            invoice = store.invoices[id_]
        else:
            tell_foreign(token, id_, body["webReceipt"])
            invoice = find_invoice(token, id_)
        if fault("narrow-token-bound-to-its-invoices") and len(token.scopes) == 1 and invoice.made_with != token.text:
            raise Problem("invoice_not_found")
        if invoice.status == "PENDING" or not fault("invoice-limit-only-when-pending"):
            limits.take_invoice(invoice)
        if style("receipts-verified-later"):
            clock.at(clock.now() + 1000, lambda: verify_later(invoice, body["webReceipt"]))
            return Response(202, shown(invoice, "submit"))
        submit(invoice, body["webReceipt"])
        return Response(200, shown(invoice, "submit"))


def tell_foreign(token: Token, id_: str, receipt: str) -> None:
    """Returns another account's invoice. Only faults use this."""
    other = store.invoices.get(id_)
    if other and other.owner is not token.account:
        if fault("foreign-final-told-at-submit"):
            refuse_final(other)
        if fault("repeat-shown-to-other-account") and receipt in other.submitted:
            raise Problem("invoice_already_paid")


def verify_later(invoice: Invoice, text: str) -> None:
    """Submits an accepted receipt a second time, and ignores a refusal."""
    with store.lock:
        try:
            submit(invoice, text)
        except Problem:
            pass


def fetch(request: Request, token: Token, body: dict[str, Any]) -> Response:
    """Returns an invoice's current state."""
    with store.lock:
        invoice = find_invoice(token, body["invoiceId"])
        invoice.reads += 1
        if not fault("expiry-not-applied-at-fetch"):
            expire_if_due(invoice)
        if fault("fetch-shows-last-invoice-at-tenth-read") and invoice.reads % 10 == 0:
            invoice = list(store.invoices.values())[-1]
        return Response(200, invoice.frozen or shown(invoice, "fetch"))


def shown(invoice: Invoice, where: str) -> bytes:
    """Returns an invoice as JSON."""
    text = write_json(show(invoice, where))
    if fault("amount-as-text") or fault("amount-as-text-at-submit") and where == "submit":
        text = re.sub(r'("amount"\s*:\s*)([0-9.]+)', r'\1"\2"', text)
    return text.encode("utf-8", "surrogatepass")

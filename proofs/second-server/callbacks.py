"""Signs the events of invoices, sends them to the callbackUrl, and retries."""

import base64
import hashlib
import hmac
import http.client
import random
import secrets
import socket
import ssl
import threading
from dataclasses import dataclass, field
from email.utils import parsedate_to_datetime
from urllib.parse import urlsplit

from addresses import checked_address
from clock import clock, iso
from store import Invoice, store
from strict_json import write_json
from switches import fault, one_in_twenty, style, unless
from view import show

HOUR = 3_600_000
WAITS = [5_000, 300_000, 1_800_000, 2 * HOUR, 5 * HOUR, 10 * HOUR, 14 * HOUR, 20 * HOUR, 24 * HOUR]
announced: list[str] = []
starts: list[str] = []  # faults only: one entry for each restart that lost all attempts


@dataclass
class Event:
    """An event, with the bytes of its body, which are the same for every attempt."""

    invoice: Invoice
    url: str
    type: str
    sequence: int
    timestamp: str
    body: bytes
    id: str = field(default_factory=lambda: "evt_" + secrets.token_hex(13))
    attempts: int = 0
    first_stamp: int = 0
    secrets: list[str] = field(default_factory=list)  # faults only, like the next field
    start: int = 0


def announce(invoice: Invoice, type_: str) -> None:
    """Creates the event for a change and begins to send it. The caller must hold the store's lock."""
    if not invoice.callback_url or (invoice.gone and not fault("gone-ends-only-one-event")):
        return
    if fault("gone-silences-account") and any(one == invoice.owner.name for one in announced):
        return
    if fault("other-account-sends-no-event") and invoice.owner.name == "other":
        return
    if type_ in invoice.gone_types:
        return
    if fault("white-label-sends-no-event") and invoice.is_white_label:
        return
    invoice.events += 1
    sequence = invoice.events - 1 if fault("sequence-from-zero") else invoice.events
    if fault("sequence-over-all-invoices"):
        announced.append("counted")
        sequence = announced.count("counted")
    if fault("third-event-repeats-sequence"):
        sequence = min(sequence, 2)
    if fault("sequence-skips"):
        sequence = invoice.events * 2 - 1
    if fault("event-type-always-paid"):
        type_ = "invoice.paid"
    if fault("event-type-upper"):
        type_ = "invoice." + type_[8:].upper()
    timestamp = iso(clock.of_invoices()) if not fault("event-timestamp-is-creation") else iso(invoice.created_at)
    event = Event(invoice, invoice.callback_url, type_, sequence, timestamp, b"")
    event.body = body_of(event)
    event.secrets, event.start = invoice.owner.signing(), len(starts)
    if fault("events-of-one-type-share-id"):
        event.id = "evt_" + hashlib.sha256((invoice.id + type_).encode()).hexdigest()[:26]
    if one_in_twenty("twentieth-event-lost"):
        return
    if fault("webhook-id-is-invoice-id"):
        event.id = invoice.id
    wait = 4000 if style("callbacks-four-seconds-late") else unless(0, callback_a_minute_late=60_000)
    clock.at(clock.now() + wait, lambda: attempt(event))


def body_of(event: Event) -> bytes:
    data = show(event.invoice, "event")
    if fault("event-data-without-null-members"):
        data = {name: value for name, value in data.items() if value is not None}
    if fault("event-data-only-id-and-status"):
        data = {name: data[name] for name in ("id", "status")}
    if fault("event-data-amount-as-text"):
        data["amount"] = str(data["amount"])
    members = {"type": event.type, "timestamp": event.timestamp, "sequence": event.sequence, "data": data}
    if fault("event-without-timestamp"):
        del members["timestamp"]
    return write_json(members).encode("utf-8", "surrogatepass")


def attempt(event: Event) -> None:
    """Starts an attempt in a thread of its own."""
    if event.invoice.gone and not fault("gone-ends-only-one-event"):
        return
    if event.start < len(starts) or (fault("attempt-during-outage-lost") and "store" in store.away):
        return
    event.attempts += 1
    threading.Thread(target=lambda: send(event, clock.now()), daemon=True).start()


def headers_of(event: Event, now: int) -> dict[str, str]:
    """Returns the signed headers of an attempt."""
    event.first_stamp = event.first_stamp or now
    stamp = str((event.first_stamp if fault("webhook-timestamp-of-first-attempt") else now) // 1000)
    if fault("webhook-timestamp-in-milliseconds"):
        stamp = str(now)
    name = event.id if not fault("webhook-id-of-each-attempt") else f"{event.id}{event.attempts}"
    signed = f"{name}.{stamp}.".encode() + event.body
    if fault("signature-over-body-alone"):
        signed = event.body
    if fault("signature-without-timestamp"):
        signed = f"{name}.".encode() + event.body
    parts = []
    for secret in event.secrets if fault("retry-signed-by-secrets-of-change") else event.invoice.owner.signing():
        key = base64.b64decode(secret.removeprefix("whsec_")) if not fault("signature-key-as-text") else secret.encode()
        digest = hmac.new(key, signed, hashlib.sha256).digest()
        parts.append("v1," + (digest.hex() if fault("signature-in-hex") else base64.b64encode(digest).decode()))
    if fault("signature-wrong-after-first-attempt") and event.attempts > 1:
        parts = ["v1," + base64.b64encode(b"x" * 32).decode()]
    if fault("signatures-with-comma"):
        parts = [", ".join(parts)]
    found = {
        "Content-Type": unless("application/json", callback_as_text="text/plain"),
        "webhook-id": name,
        "webhook-timestamp": stamp,
        "webhook-signature": " ".join(parts),
    }
    if fault("callback-carries-token"):
        found["Authorization"] = f"Bearer {store.mint(event.invoice.owner).text}"
    return found


def send(event: Event, began: int) -> None:
    """Makes one attempt and records its result."""
    if fault("callback-body-made-anew"):
        event.body = body_of(event)
    if fault("event-timestamp-of-attempt"):
        event.timestamp = iso(began)
        event.body = body_of(event)
    if fault("sequence-of-attempt"):
        event.sequence += event.attempts > 1
        event.body = body_of(event)
    try:
        status, retry_after = post(event.url, event.body, headers_of(event, began), event.attempts)
    except (OSError, UnicodeError, http.client.HTTPException):
        status, retry_after = 0, None
    good = 200 <= status < 300
    if fault("only-200-is-success"):
        good = status == 200
    if fault("redirect-is-success") and 300 <= status < 400:
        good = True
    if fault("client-errors-end-attempts") and 400 <= status < 500:
        good = True
    if good and fault("success-at-retry-not-final") and event.attempts > 1:
        good = False
    if good and not (fault("success-is-sent-again") and event.attempts == 1):
        return
    if status == 410 and not fault("gone-is-tried-again"):
        if fault("gone-silences-account"):
            announced.append(event.invoice.owner.name)
        if fault("gone-only-for-its-type"):
            event.invoice.gone_types.add(event.type)
            return
        event.invoice.gone = True
        return
    most = unless(10, nine_attempts=9, eleven_attempts=11, three_attempts=3, one_attempt=1)
    if event.attempts >= most:
        return
    waits = WAITS + [24 * HOUR]
    wait = waits[event.attempts - 1] * random.uniform(0.9, 1.1)
    if fault("second-wait-as-first") or fault("waits-all-five-seconds"):
        wait = 5_000 if event.attempts < (3 if fault("second-wait-as-first") else 99) else wait
    if fault("first-wait-a-minute") and event.attempts == 1:
        wait = 60_000
    if fault("last-waits-half"):
        wait = wait / 2 if event.attempts > 6 else wait
    asked = seconds_asked(retry_after, began)
    if fault("retry-after-honoured-once") and event.attempts > 1:
        asked = None
    if asked is not None and not (fault("retry-after-only-at-503") and status != 503):
        wait = max(wait, asked)
    clock.at(int(began + wait), lambda: attempt(event))


def seconds_asked(retry_after: str | None, now: int) -> float | None:
    """Returns the delay that a Retry-After asks for, in milliseconds, but at most a day."""
    if retry_after is None or fault("retry-after-ignored"):
        return None
    try:
        asked = int(retry_after) * 1000.0
    except ValueError:
        try:
            asked = parsedate_to_datetime(retry_after).timestamp() * 1000 - now
        except (TypeError, ValueError):
            return None
        if fault("retry-after-date-ignored"):
            return None
    if fault("retry-after-at-most-an-hour"):
        return min(asked, HOUR)
    return min(asked, 24 * HOUR)


def post(url: str, body: bytes, headers: dict[str, str], attempts: int = 1) -> tuple[int, str | None]:
    """Sends one POST to a checked address, and aborts it after 15 s."""
    if fault("callback-url-without-query"):
        url = url.partition("?")[0]
    parts = urlsplit(url)
    address = checked_address(parts.hostname or "")
    port = parts.port or (443 if parts.scheme == "https" else 80)
    limit = unless(15_000, attempt_given_up_after_5_s=5_000, attempt_given_up_after_60_s=60_000, attempt_never_given_up=HOUR)
    raw = socket.create_connection((address, port), timeout=15)
    raw.settimeout(None)
    connection = http.client.HTTPConnection(parts.netloc)
    connection.sock = raw
    clock.at(clock.now() + limit, lambda: break_off(connection.sock))
    if parts.scheme == "https":
        connection.sock = ssl.create_default_context().wrap_socket(raw, server_hostname=parts.hostname)
    try:
        target = (parts.path or "/") + ("?" + parts.query if "?" in url else "")
        connection.request("PUT" if fault("callback-is-put") else "POST", target, body, headers)
        response = connection.getresponse()
        moved = response.getheader("Location")
        follows = fault("redirect-followed") or (fault("redirect-followed-at-retry") and attempts > 1)
        if moved and 300 <= response.status < 400 and follows:
            return post(moved, body, headers)
        return response.status, response.getheader("Retry-After")
    finally:
        connection.close()


def break_off(raw: socket.socket | None) -> None:
    """Ends an attempt that got no response in time."""
    try:
        raw.shutdown(socket.SHUT_RDWR)  # type: ignore[union-attr]
    except (OSError, AttributeError):
        pass  # The attempt has already ended.

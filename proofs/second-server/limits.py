"""Rate limits, each counted over the last minute of the server's clock."""

import math
import threading

from clock import clock
from problems import Problem
from store import Invoice, Token, store
from switches import fault, style, unless

WINDOW = 60_000
MOST = {"create": 60, "submit": 60, "fetch": 600, "invoice": 10, "failure": 20}


class Limits:
    """The times of all limited actions, by account, invoice and address."""

    def __init__(self) -> None:
        self.times: dict[str, list[int]] = {}
        self.told_most = MOST | ({"create": 59, "submit": 61, "fetch": 601} if style("other-limits") else {})
        self.reached: dict[str, int] = {}  # when a limit was first reached (faults only)
        self.lock = threading.Lock()

    def clear(self) -> None:
        self.times.clear()
        self.reached.clear()

    def most(self, kind: str) -> int:
        """Returns the limit that the server enforces. A fault makes it differ from the limit in the headers; a style
        changes both.
        """
        limits = {
            "create": unless(self.told_most["create"], create_limit_61=61, create_limit_59=59, create_limit_none=9999),
            "submit": unless(self.told_most["submit"], submit_limit_61=61, submit_limit_59=59, submit_limit_none=9999),
            "fetch": unless(self.told_most["fetch"], fetch_limit_601=601, fetch_limit_599=599, fetch_limit_60=60, fetch_limit_none=9999),
            "invoice": unless(self.told_most["invoice"], invoice_limit_11=11, invoice_limit_9=9, invoice_limit_none=9999),
            "failure": unless(self.told_most["failure"], failure_limit_21=21, failure_limit_19=19, failure_limit_none=9999),
        }
        return limits[kind]

    def take(self, kind: str, who: str) -> dict[str, str]:
        """Counts an action towards a limit, or refuses it. Returns the headers with the number of actions that are left."""
        if not store.limited or (style("no-submit-limit") and kind in ("submit", "invoice")):
            return {}
        window = unless(WINDOW, window_of_30_s=30_000, window_of_2_minutes=120_000, window_of_an_hour=3_600_000)
        now = clock.now()
        with self.lock:
            key = f"{kind} {who}"
            if fault("one-counter-for-all-operations") and kind in ("create", "submit"):
                key = f"create {who}"
            times = [time for time in self.times.get(key, []) if time > now - window]
            self.times[key] = times
            if style("limits-by-the-minute"):
                times[:] = [time for time in times if time // WINDOW == now // WINDOW]
            most = self.most(kind)
            if fault("limit-ends-after-first-window") and now > self.reached.get(key, now) + window:
                most = 10**6
            if len(times) >= most:
                self.reached.setdefault(key, now)
                if fault("refused-requests-count-too"):
                    times.append(now)
                raise Problem("rate_limited", self.told(kind, 0, times[-most] + window - now))
            times.append(now)
            left = max(0, self.told_most[kind] - len(times)) if not fault("rate-limit-never-falls") else self.told_most[kind]
            return self.told(kind, left, None)

    def told(self, kind: str, left: int, wait: int | None) -> dict[str, str]:
        """Returns a limit's headers, with Retry-After if the limit is reached."""
        headers: dict[str, str] = {}
        name = {"invoice": "submit"}.get(kind, kind)
        reset = math.ceil((wait if wait is not None else WINDOW) / 1000)
        silent = fault(f"rate-limit-untold-at-{kind}") or (fault("rate-limit-untold-at-429") and wait is not None)
        if not silent and not style("rate-limit-untold"):
            headers["RateLimit"] = f'"{name}";r={left};t={reset}'
            policy = unless(self.told_most[kind], policy_tells_another_limit=self.told_most[kind] * 2)
            headers["RateLimit-Policy"] = f'"{name}";q={policy};w={unless(60, policy_window_in_ms=60_000)}'
        if wait is not None and not fault("rate-limited-without-retry-after"):
            seconds = math.ceil(wait / 1000)
            if fault("retry-after-half-too-short"):
                seconds //= 2
            if fault("retry-after-zero"):
                seconds = 0
            headers["Retry-After"] = str(seconds if not fault("retry-after-in-milliseconds") else wait)
        return headers

    def take_operation(self, operation: str, token: Token) -> dict[str, str]:
        """Counts a request of an account. Live and test requests have separate limits."""
        who = f"{token.account.name} {token.live or fault('limits-shared-by-live-and-test')}"
        if fault("limits-by-token") or (fault("narrow-token-has-own-limit") and len(token.scopes) < 3):
            who = token.text
        if fault("other-account-unlimited") and token.account.name == "other":
            who = token.text + str(clock.now())
        if fault("limits-over-all-accounts"):
            who = ""
        return self.take(operation, who)

    def take_invoice(self, invoice: Invoice) -> None:
        """Counts a submission towards the limit of its invoice, or refuses it."""
        self.take("invoice", invoice.owner.name if fault("invoice-limit-by-account") else invoice.id)

    def count_failure(self, address: str, operation: str) -> None:
        """Counts a failed authentication, or refuses the request after too many failures."""
        if not (fault("failures-at-create-alone-count") and operation != "create"):
            self.take("failure", address + (operation if fault("failures-by-operation") else ""))


limits = Limits()

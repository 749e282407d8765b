"""The server's clock, which a test can move, and the actions scheduled on it."""

import heapq
import itertools
import threading
import time
from collections.abc import Callable
from datetime import datetime, timezone

from switches import fault, style

YEAR = 365 * 86_400_000
Action = Callable[[], None]
SKEW = 5_000 if style("database-clock-ahead") else -5_000 if style("database-clock-behind") else 0


class Clock:
    """A clock in milliseconds since 1970 that tests can move forward, with the actions that are scheduled on it."""

    def __init__(self) -> None:
        self.offset = 11 * YEAR if style("clock-years-ahead") else -9 * YEAR if style("clock-years-behind") else 0
        self.apart = threading.local()  # `behind`: milliseconds by which this thread is late, like a second server
        self.due: list[tuple[int, int, Action]] = []
        self.count = itertools.count()
        self.changed = threading.Condition()

    def now(self) -> int:
        """Returns the time in milliseconds."""
        return int(time.time() * 1000) + self.offset - getattr(self.apart, "behind", 0)

    def of_invoices(self) -> int:
        """Returns the time that is used for the creation and the expiry of invoices. It differs from now() if the database has a
        clock of its own.
        """
        return self.now() + SKEW

    def at(self, when: int, action: Action) -> None:
        """Schedules an action for a time."""
        with self.changed:
            heapq.heappush(self.due, (when, next(self.count), action))
            self.changed.notify()

    def advance(self, seconds: float) -> None:
        """Moves the clock forward. Returns once all actions due by then have begun."""
        self.offset += int(seconds * 1000)
        self.run_due()

    def run_due(self) -> None:
        """Runs all due actions, earliest first."""
        while True:
            with self.changed:
                if not self.due or self.due[0][0] > self.now():
                    return
                action = heapq.heappop(self.due)[2]
            action()

    def run_forever(self) -> None:
        """Runs scheduled actions when they are due, until the process ends."""
        while True:
            with self.changed:
                wait = (self.due[0][0] - self.now()) / 1000 if self.due else 60.0
                self.changed.wait(max(0.001, min(wait, 60.0)) if wait > 0 else 0.001)
            self.run_due()


clock = Clock()


def iso(milliseconds: int) -> str:
    """Formats a time in RFC 3339, in UTC with milliseconds. A fault or a style may change the format."""
    whole, rest = divmod(milliseconds, 1000)
    seconds = datetime.fromtimestamp(whole, timezone.utc).strftime("%Y-%m-%dT%H:%M:%S")
    fraction = f".{rest:03d}"
    if style("whole-second-times"):
        fraction = ".000"
    if fault("time-without-milliseconds") or style("no-fraction-times"):
        fraction = ""
    if fault("time-in-microseconds") or style("microsecond-times"):
        fraction += "000"
    if fault("time-zeros-dropped") or style("zeros-dropped-times"):
        fraction = fraction.rstrip("0").rstrip(".")
    if fault("time-without-zero-milliseconds") and rest == 0:
        fraction = ""
    if fault("time-with-second-60") and seconds.endswith("00"):
        seconds = seconds[:-2] + "60"
    if fault("time-with-a-space"):
        seconds = seconds.replace("T", " ")
    if fault("time-with-offset") or style("offset-times"):
        return seconds + fraction + "+00:00"
    if style("other-offset-times"):
        moved = datetime.fromtimestamp(whole + 7200, timezone.utc).strftime("%Y-%m-%dT%H:%M:%S")
        return moved + fraction + "+02:00"
    return seconds + fraction + ("z" if fault("time-with-small-z") else "Z")

"""Accounts with their tokens and secrets, invoices, and the parts that an outage can disable."""

import base64
import hashlib
import secrets
import threading
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any

from clock import clock
from switches import fault, style, unless

SCOPES = {"create": "invoices:write", "submit": "receipts:write", "fetch": "invoices:read"}
LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
DAY = 86_400_000


@dataclass
class Account:
    """An owner of invoices, with its own rate limits, keys and secrets."""

    name: str
    secrets: list[tuple[str, int]] = field(default_factory=list)  # the newest first, each with the time at which it stops signing

    def rotate(self) -> str:
        """Creates a new secret; previous ones continue to sign for a day."""
        until = clock.now() + unless(DAY, rotated_secret_signs_an_hour=DAY // 24, rotated_secret_signs_for_ever=DAY * 999)
        new = "whsec_" + base64.b64encode(secrets.token_bytes(32)).decode()
        if fault("rotated-secret-stops-at-once"):
            self.secrets = []
        if fault("new-secret-signs-a-minute-later") and self.secrets:
            clock.at(clock.now() + 60_000, lambda: self.secrets.insert(0, (new, until * 9)))
            return new
        keep = [(secret, min(end, until)) for secret, end in self.secrets]
        self.secrets = [(new, clock.now() + DAY * 9999), *keep]
        return new

    def signing(self) -> list[str]:
        """Returns the secrets with which callbacks are currently signed."""
        return [secret for secret, end in self.secrets if end > clock.now()]


@dataclass
class Token:
    """A token that authorizes requests."""

    text: str
    account: Account
    scopes: tuple[str, ...]
    live: bool = False
    expires: int | None = None
    revoked: bool = False
    revoked_at: int = 0
    used_at: float = 0  # the machine's time (faults only)
    had: tuple[str, ...] = ()  # the scopes that it had before some were taken away


@dataclass
class Invoice:
    """A payment invoice, including fields that no response shows."""

    id: str
    owner: Account
    live: bool
    cash_tag: str
    note: str
    amount: Decimal
    is_white_label: bool
    callback_url: str | None
    return_url: str | None
    created_at: int
    expires_at: int
    base_url: str
    receipt_id: str | None = None
    paid_amount: Decimal | None = None
    status: str = "PENDING"
    submitted: list[str] = field(default_factory=list)  # receipts that were counted, by their text
    counted: list[str] = field(default_factory=list)  # receipts that were counted, by their receiptId
    events: int = 0
    gone: bool = False
    gone_types: set[str] = field(default_factory=set)  # faults only
    frozen: bytes = b""  # what fetch still shows because of a fault
    made_with: str = ""
    cash: float = 0.0  # the sum of the payments as floats (faults only)
    reads: int = 0


class Store:
    """All stored data, in memory."""

    def __init__(self) -> None:
        self.lock = threading.RLock()
        self.tokens: dict[str, Token] = {}
        self.invoices: dict[str, Invoice] = {}
        self.notes: set[str] = set()
        self.used: dict[str, Invoice] = {}  # the invoice on which each receiptId counts
        self.away: set[str] = set()
        self.limited = False
        self.swept = 0.0  # faults only, like the next field
        self.doubted: set[str] = set()
        self.later: list[Any] = []  # faults only: what an outage delayed

    def mint(self, account: Account, scopes: list[str] | None = None, **more: Any) -> Token:
        """Makes a token, with a checksum at its end."""
        default = unless(tuple(SCOPES.values()), token_default_cannot_write=("receipts:write", "invoices:read"))
        body = f"pay_{'live' if more.get('live') else 'test'}_{secrets.token_hex(16)}"
        text = body + hashlib.sha256(body.encode()).hexdigest()[:6]
        token = Token(text, account, tuple(scopes) if scopes is not None else default, **more)
        self.tokens[text] = token
        return token

    def new_note(self, owner: Account) -> str:
        """Returns a note that no invoice has yet, unless a fault allows one that is taken."""
        if fault("notes-repeat-by-account"):
            mine = sum(one.owner is owner for one in self.invoices.values())
            digest = hashlib.sha256(str(mine).encode()).hexdigest().upper()
            return f"{digest[:5]}-{digest[5:10]}"
        letters = unless(LETTERS, note_with_i_l_o_u=LETTERS + "ILOU" * 8, note_in_small_letters=LETTERS.lower())
        if fault("notes-shared-by-fifteen"):
            return "NTEXX-" + f"{len(self.invoices) // 15:05d}"
        if fault("notes-of-few-letters"):
            letters = "0123"
        while True:
            note = "".join(secrets.choice(letters) for _ in range(10 if not fault("notes-of-few-letters") else 3))
            if fault("notes-of-few-letters"):
                return "00000-00" + note
            place = unless(5, note_hyphen_after_four=4)
            note = note[:place] + "-" + note[place:]
            if note not in self.notes:
                self.notes.add(note)
                return note

    def new_id(self) -> str:
        """Returns an id that no invoice has."""
        number = len(self.invoices)
        if fault("ids-reused-after-fifty") and number >= 50:
            return list(self.invoices)[number % 50]
        if style("numeric-ids"):
            return str(10_000_000 + number)
        if style("url-ids"):
            return "~" + secrets.token_hex(8) + ".a-b_C"
        return unless("inv_" + secrets.token_hex(13), id_of_256_characters="inv_" + secrets.token_hex(126))


store = Store()

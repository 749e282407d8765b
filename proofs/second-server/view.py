"""An invoice as responses show it."""

from decimal import Decimal
from typing import Any

from clock import iso
from store import Invoice
from switches import fault, style, unless

DAY = 86_400_000


def show(invoice: Invoice, where: str) -> dict[str, Any]:
    """Returns the twelve fields of an invoice in a response or an event."""
    part = invoice.status == "UNDER_PAID"
    amount: Any = invoice.amount
    if fault("amount-is-what-is-left") and part:
        amount = invoice.amount - (invoice.paid_amount or 0)
    if fault("amount-in-cents"):
        amount = int(amount * 100)
    if fault("amount-whole-at-submit") and where == "submit":
        amount = round(amount)
    if fault("amount-with-binary-noise"):
        amount = Decimal(float(amount)) if float(amount) * 100 % 1 else amount
    if fault("large-amounts-lose-a-cent") and amount > 500_000:
        amount = amount - Decimal("0.01")
    if fault("most-amount-rounded") and amount == Decimal("999999.99"):
        amount = Decimal(1_000_000)
    paid: Any = invoice.paid_amount
    if fault("paid-never-shows-more-than-amount") and paid is not None:
        paid = min(paid, invoice.amount)
    if fault("paid-is-zero-when-failed") and invoice.status == "FAILED":
        paid = Decimal(0)
    if fault("paid-starts-at-zero") and paid is None:
        paid = Decimal(0)
    if fault("event-data-paid-as-float") and where == "event" and paid is not None:
        paid = Decimal(float(paid))
    if fault("paid-null-in-expiry-event") and where == "event" and invoice.status == "EXPIRED":
        paid = None
    if fault("paid-amount-lost-at-expiry") and invoice.status == "EXPIRED":
        paid = None
    created, expires = invoice.created_at, invoice.expires_at
    if fault("created-at-an-hour-behind"):
        created -= 3_600_000
    if fault("created-at-local-time"):
        created += 2 * 3_600_000
        expires += 2 * 3_600_000
    if fault("expires-before-created"):
        expires = created - 60_000
    if fault("expiry-shown-later-when-part-paid") and part:
        expires += 600_000
    tag = invoice.cash_tag
    if fault("tag-dollar-dropped") or style("tag-without-dollar"):
        tag = tag.removeprefix("$")
    if fault("tag-lower-cased") or style("tag-lower-cased-at-core"):
        tag = tag.lower()
    if fault("tag-dollar-added") or style("tag-with-dollar"):
        tag = "$" + tag.removeprefix("$")
    if fault("tag-lower-cased-at-fetch") and where == "fetch":
        tag = tag.lower()
    back = invoice.return_url
    if back and fault("return-url-normalised") and back.count("/") == 2:
        back += "/"
    if back and fault("return-url-without-query"):
        back = back.partition("?")[0]
    if back and fault("return-url-without-fragment"):
        back = back.partition("#")[0]
    if back and fault("return-url-lower-cased"):
        back = back.lower()
    status = invoice.status
    if fault("under-paid-shown-as-pending-at-submit") and where == "submit" and part:
        status = "PENDING"
    if fault("sixth-status-when-overpaid") and paid is not None and paid > invoice.amount:
        status = "OVER_PAID"
    note = invoice.note
    if fault("note-changes-when-paid") and status == "PAID":
        note = note[::-1]
    base = invoice.base_url
    path = f"/pay/{invoice.id}" if not fault("payment-url-without-id") else "/pay/1"
    if fault("payment-url-relative"):
        base = ""
    if style("payment-url-with-query"):
        path += "?from=api"
    if fault("payment-url-changes-when-final") and status not in ("PENDING", "UNDER_PAID"):
        path = "/done/" + invoice.id
    shown: dict[str, Any] = {
        "id": invoice.id.upper() if fault("id-upper-at-submit") and where == "submit" else invoice.id,
        "paymentUrl": base + path,
        "cashTag": tag,
        "note": note,
        "amount": amount,
        "isWhiteLabel": invoice.is_white_label and not (fault("white-label-lost-at-fetch") and where == "fetch"),
        "receiptId": invoice.receipt_id or unless(None, receipt_id_starts_empty=""),
        "paidAmount": paid,
        "status": status,
        "returnUrl": back,
        "expiresAt": iso(expires),
        "createdAt": iso(created),
    }
    if fault("created-at-whole-seconds-at-fetch") and where == "fetch":
        shown["createdAt"] = iso(created // 1000 * 1000)
    if fault("created-at-moves-with-reads") and where == "fetch" and invoice.reads > 3:
        shown["createdAt"] = iso(created + 1)
    if fault("expires-at-moves-at-submit") and where == "submit":
        shown["expiresAt"] = iso(expires + 1)
    return_absent = fault("return-url-absent-when-null") or (fault("return-url-absent-at-submit") and where == "submit")
    if where == "event" and fault("event-without-return-url"):
        shown["returnUrl"] = None
    if where == "event" and invoice.status == "EXPIRED" and fault("expiry-event-without-receipt-id"):
        shown["receiptId"] = None
    if back is None and return_absent:
        del shown["returnUrl"]
    if fault("receipt-id-absent-when-null") and shown["receiptId"] is None:
        del shown["receiptId"]
    if invoice.callback_url and (fault("callback-url-shown") or fault(f"callback-url-shown-at-{where}")):
        shown["callbackUrl"] = invoice.callback_url
    if fault("callback-url-shown-when-final") and status not in ("PENDING", "UNDER_PAID"):
        shown["callbackUrl"] = invoice.callback_url
    if style("further-members"):
        shown |= {"currency": "USD", "links": {"self": "/x"}, "history": [], "updatedAt": iso(created)}
    return shown

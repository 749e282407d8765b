"""The changes that receipts and the clock make to an invoice. Callers must hold the store's lock."""

import struct
import time
from decimal import Decimal

import callbacks
from clock import SKEW, clock
from problems import Problem
from receipts import Receipt, read
from store import Invoice, store
from strict_json import write_json
from switches import fault, one_in_twenty, unless
from view import show

FINAL = {"PAID": "invoice_already_paid", "FAILED": "invoice_failed", "EXPIRED": "invoice_expired"}
FIVE_MINUTES = 300_000


def change(invoice: Invoice, status: str) -> None:
    """Commits a change and sends its event if the invoice has a callbackUrl."""
    invoice.status = status
    late = status == "EXPIRED" and fault("expiry-silent-with-both-urls") and invoice.return_url
    if late or (status == "EXPIRED" and fault("expiry-during-outage-silent") and "store" in store.away):
        return
    if status == "EXPIRED" and fault("part-expiry-says-under-paid") and invoice.paid_amount:
        status = "UNDER_PAID"
    if not fault(f"no-event-when-{status.lower().replace('_', '-')}"):
        callbacks.announce(invoice, "invoice." + status.lower())


def expire_if_due(invoice: Invoice) -> None:
    """Applies an expiry that is due."""
    late = unless(0, expiry_a_second_late=1000, expiry_ten_seconds_late=10_000, expiry_a_second_early=-1000)
    if fault("part-paid-expires-a-minute-late") and invoice.status == "UNDER_PAID":
        late += 60_000
    if clock.of_invoices() < invoice.expires_at + late or (fault("white-label-never-expires") and invoice.is_white_label):
        return
    if fault("part-paid-never-expires") and invoice.status == "UNDER_PAID":
        return
    open_now = invoice.status in ("PENDING", "UNDER_PAID")
    if fault("failed-expires") and invoice.status == "FAILED":
        open_now = True
    if fault("paid-expires") and invoice.status == "PAID":
        open_now = True
    if open_now:
        if fault("receipt-id-lost-at-expiry"):
            invoice.receipt_id = None
        became = "FAILED" if fault("expiry-fails-unpaid") and invoice.paid_amount is None else "EXPIRED"
        change(invoice, unless(became, part_paid_expires_to_paid="PAID" if invoice.paid_amount else became))


def schedule_expiry(invoice: Invoice) -> None:
    def expire() -> None:
        with store.lock:
            if fault("sweeper-takes-one"):
                if time.time() < store.swept + 0.1:
                    return
                store.swept = time.time()
            expire_if_due(invoice)

    # If a fault keeps requests from expiring the invoice, the scheduled expiry comes a minute late, so that the fault shows.
    late = 60_000 if fault("expiry-not-applied-at-fetch") or fault("expiry-not-applied-at-submit") else 0
    if not fault("expiry-only-when-read"):
        clock.at(invoice.expires_at - SKEW + late, expire)
    if fault("part-paid-expires-a-minute-late"):
        clock.at(invoice.expires_at + 60_000, expire)


def refuse_final(invoice: Invoice) -> None:
    """Refuses every receipt for a final invoice."""
    if invoice.status in FINAL:
        if fault("final-invoices-say-already-paid"):
            raise Problem("invoice_already_paid")
        raise Problem(FINAL[invoice.status])


def submit(invoice: Invoice, text: str) -> None:
    """Counts a submitted receipt, after checking it in the order that the contract states."""
    if not fault("expiry-not-applied-at-submit"):
        expire_if_due(invoice)
    state = invoice.status
    same = text in invoice.submitted
    if fault("repeat-of-earlier-receipt-refused") and same and text != invoice.submitted[-1]:
        same = len(invoice.counted) < 2
    if fault("first-of-three-counts-again"):
        same = text in invoice.submitted[-2:]
    if fault("earlier-repeat-refused-when-expired") and state == "EXPIRED":
        same = text in invoice.submitted[-1:]
    if fault("repeat-needs-verifier") and "verifier" in store.away:
        same = False
    if fault(f"repeat-refused-when-{state.lower().replace('_', '-')}"):
        same = False
    if same:
        if fault("repeat-sends-event"):
            callbacks.announce(invoice, "invoice." + state.lower())
        if fault("repeat-extends-expiry"):
            invoice.expires_at += 1000
        return
    if state in FINAL and not fault(f"late-receipt-counts-when-{state.lower()}"):
        if fault(f"verifier-before-{state.lower()}") and "verifier" in store.away:
            raise Problem("receipt_verifier_unavailable", {"Retry-After": "5"})
        if fault(f"signature-before-{state.lower()}"):
            read(text)
        if fault(f"binding-before-{state.lower()}"):
            bind(invoice, read(text))
        if fault(f"outcome-before-{state.lower()}") and judged_outcome(text) == "pending":
            raise Problem("receipt_not_final")
        if fault(f"failure-before-{state.lower()}") and judged_outcome(text) == "failed":
            raise Problem("receipt_payment_failed")
        if not (fault("overpaying-again-counts") and state == "PAID" and judged_outcome(text) == "completed"):
            refuse_final(invoice)
    if "verifier" in store.away and not fault("verifier-outage-ignored"):
        if fault("verifier-outage-remembered"):
            store.doubted.add(text)
        if fault("verifier-outage-is-500"):
            raise RuntimeError("verifier")
        if fault("verifier-outage-fails-invoice"):
            change(invoice, "FAILED")
        if fault("verifier-outage-uses-receipt"):
            store.used[receipt_key(invoice, read(text))] = Invoice(**{**invoice.__dict__, "id": "lost"})
        code = unless("receipt_verifier_unavailable", verifier_outage_says_service="service_unavailable")
        raise Problem(code, {} if fault("verifier-outage-without-retry-after") else {"Retry-After": "5"})
    try:
        receipt = read(text)
    except Problem:
        if fault("invalid-receipt-fails-invoice"):
            change(invoice, "FAILED")
        raise
    if text in store.doubted:
        raise Problem("receipt_invalid")
    if receipt.receipt_id in invoice.counted[-2 if fault("first-of-three-counts-again") else 0 :]:
        if not (fault("signed-again-counts-after-part") and state == "UNDER_PAID"):
            return
    bind(invoice, receipt)
    judge_outcome(invoice, receipt, text)


def judged_outcome(text: str) -> str:
    """Returns the outcome that a receipt states. Only faults use this."""
    try:
        return read(text).outcome
    except Problem:
        return ""


def receipt_key(invoice: Invoice, receipt: Receipt) -> tuple[bool, str]:
    """Returns the key under which a counted receipt is stored. A live receipt and a test receipt with the same id are different
    receipts.
    """
    return invoice.live, receipt.receipt_id


def bind(invoice: Invoice, receipt: Receipt) -> None:
    """Refuses a receipt that was already counted for another invoice, or that is about another invoice."""
    other = store.used.get(receipt_key(invoice, receipt))
    if other and other.id != invoice.id and not fault("used-receipt-is-only-a-mismatch"):
        if other.owner is invoice.owner:
            if fault("used-receipt-is-422"):
                raise Problem("receipt_mismatch")
            if not fault("used-receipt-counts-again"):
                raise Problem("receipt_already_used")
        elif not fault("other-accounts-receipt-counts"):
            raise Problem(unless("receipt_mismatch", other_accounts_receipt_is_told="receipt_already_used"))
        return
    bare = [tag.removeprefix("$").lower() for tag in (receipt.tag, invoice.cash_tag)]
    wrong = bare[0] != bare[1]
    wrong |= receipt.note != invoice.note and not fault("receipt-note-unchecked")
    wrong |= receipt.currency != "USD"
    wrong |= receipt.paid_at < invoice.created_at - FIVE_MINUTES
    if wrong:
        if fault("mismatch-at-part-paid-uses-receipt") and invoice.status == "UNDER_PAID":
            store.used[receipt_key(invoice, receipt)] = invoice
        if fault("mismatch-fails-invoice"):
            change(invoice, "FAILED")
        raise Problem(unless("receipt_mismatch", mismatch_says_invalid="receipt_invalid"))


def judge_outcome(invoice: Invoice, receipt: Receipt, text: str) -> None:
    """Applies a receipt to its invoice, depending on the outcome of the payment."""
    if receipt.outcome == "pending" and not fault("pending-payment-counts"):
        if fault("pending-payment-sets-receipt-id"):
            invoice.receipt_id = receipt.receipt_id
        if fault("pending-payment-sends-event"):
            callbacks.announce(invoice, "invoice.pending")
        raise Problem(unless("receipt_not_final", pending_says_invalid="receipt_invalid"))
    if receipt.outcome in ("failed", "reversed"):
        if invoice.status == "UNDER_PAID" and not fault("failed-after-part-fails"):
            if fault("failed-after-part-sets-receipt-id"):
                invoice.receipt_id = receipt.receipt_id
            if fault("failed-after-part-takes-money-back"):
                invoice.paid_amount = None
            if fault("refused-after-part-repeats-as-200"):
                invoice.submitted.append(text)
            if fault("failed-after-part-is-200"):
                return
            raise Problem("receipt_payment_failed")
        if fault("failed-payment-is-refused"):
            raise Problem("receipt_payment_failed")
        count(invoice, receipt, text)
        if fault("failed-payment-without-receipt-id"):
            invoice.receipt_id = None
        change(invoice, "FAILED")
        return
    before = invoice.paid_amount or Decimal(0)
    if fault("race-between-receipts"):
        store.lock.release()
        time.sleep(0.005)
        store.lock.acquire()
    amount = Decimal(receipt.cents) / 100
    total = before + amount
    if fault("paid-amount-is-last-receipt"):
        total = amount
    if fault("paid-amount-added-as-float"):
        total = Decimal(repr(float(before) + float(amount)))
    if fault("third-receipt-not-added") and len(invoice.counted) == 2:
        total = before
    if fault("paid-amount-rounded-to-tenths"):
        total = round(total, 1)
    if fault("fourth-part-not-added") and len(invoice.counted) == 3 or fault("cent-not-added") and receipt.cents == 1:
        total = before
    if fault("sum-in-single-precision") and total > 131_072:
        total = round(Decimal(struct.unpack("f", struct.pack("f", float(total)))[0]), 2)
    if one_in_twenty("twentieth-receipt-a-cent-short"):
        total -= Decimal("0.01")
    if fault("overpaid-by-part-capped") and before:
        total = min(total, invoice.amount)
    snapshot = write_json(show(invoice, "fetch")).encode()
    count(invoice, receipt, text)
    invoice.paid_amount = total
    if fault("paid-amount-capped"):
        invoice.paid_amount = min(total, invoice.amount)
    full = total >= invoice.amount * unless(Decimal(1), nearly_all_is_all=Decimal("0.99"))
    if fault("exactly-the-amount-is-too-little") and len(invoice.counted) > 1:
        full = total > invoice.amount
    if fault("second-part-always-pays"):
        full |= len(invoice.counted) > 1
    if fault("overpaid-stays-open") and total > invoice.amount:
        full = False
    status = "PAID" if full else "UNDER_PAID"
    if fault("part-payment-stays-pending") and not full:
        status = "PENDING"
    if fault("second-part-sends-no-event") and not full and len(invoice.counted) > 1:
        invoice.status = status
        return
    if fault("part-payment-extends-expiry") and not full:
        invoice.expires_at += 60_000
    if fault("totals-compared-as-floats"):
        invoice.cash += float(amount)
        status = "PAID" if invoice.cash >= float(invoice.amount) else "UNDER_PAID"
    change(invoice, status)
    if fault("event-before-commit"):
        invoice.frozen = snapshot
        store.lock.release()
        time.sleep(0.3)
        store.lock.acquire()
        invoice.frozen = b""


def count(invoice: Invoice, receipt: Receipt, text: str) -> None:
    """Records that a receipt was counted for this invoice, so that it cannot count for another one as well."""
    if not (fault("receipt-id-is-the-first") and invoice.receipt_id):
        invoice.receipt_id = receipt.receipt_id
    invoice.submitted.append(text)
    invoice.counted.append(receipt.receipt_id)
    store.used[receipt_key(invoice, receipt)] = invoice

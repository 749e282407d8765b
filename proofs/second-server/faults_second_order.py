"""Second-order defects, which show only together with another feature, at a boundary, or after some time. They are grouped by
kind; each has a name, a requirement and a description. Their author invented them from the contract, before reading any case of
the suite.
"""

SECOND_ORDER: dict[str, dict[str, tuple[str, str]]] = {
    "key and another feature": {
        "key-taken-by-rate-limit": ("idempotency-keeps-successes-only", "A create refused with 429 leaves its key in progress."),
        "replay-needs-no-scope": ("create-needs-scope", "A token without the scope gets a stored response."),
        "revoked-token-may-replay": ("token-revoked-at-once", "A revoked token gets a stored response."),
        "replay-of-expired-shows-expiry": ("idempotency-replays", "A replay shows that the invoice has expired."),
        "keys-of-other-account-judge-body": ("idempotency-by-account", "A key that another account used with another body is refused."),
        "keyed-create-sends-no-event": ("callback-at-each-change", "An invoice that was made with a key sends no events."),
        "keyed-create-drops-return-url": ("invoice-return-url", "An invoice that was made with a key loses its returnUrl."),
        "key-of-failure-then-success-not-kept": ("idempotency-replays", "A key whose first create was refused with 422 is not kept for the next."),
    },
    "a later replay": {
        "third-replay-is-new": ("idempotency-replays", "The third replay makes another invoice."),
        "second-replay-untold": ("idempotency-says-replayed", "Only the first replay says that it is one."),
    },
    "long values": {
        "keys-over-200-compared-in-part": ("idempotency-replays", "The first 200 characters of a key count."),
        "long-bodies-compared-in-part": ("idempotency-other-body-refused", "The first 300 characters of a body count."),
        "quoted-key-of-255-refused": ("idempotency-key-form", "A key of 255 characters in quotes is refused as too long."),
        "callback-url-cut-at-1024": ("callback-at-each-change", "A callbackUrl is kept in 1024 characters."),
        "return-url-cut-at-1024": ("invoice-return-url", "A returnUrl is kept in 1024 characters."),
        "long-tag-cut": ("invoice-cash-tag-echoed", "A tag is kept in 20 characters, its dollar included."),
    },
    "limits and another feature": {
        "limit-ends-after-first-window": ("create-rate-limit", "An account that was limited once is never limited again."),
        "invoice-limit-only-when-pending": ("submit-rate-limit", "The limit for one invoice ends with its first receipt."),
        "other-account-unlimited": ("create-rate-limit", "Only the first account is limited."),
        "narrow-token-has-own-limit": ("create-rate-limit", "A token with fewer scopes has limits of its own."),
    },
    "tokens": {
        "read-token-sees-all-accounts": ("fetch-foreign-is-unknown", "A token that may only read reads the invoices of every account."),
        "narrow-token-bound-to-its-invoices": ("invoices-belong-to-account", "A token that may only submit does so for its own invoices only."),
        "used-token-outlives-revocation": ("token-revoked-at-once", "A token that was used is known for 30 s after its revocation."),
        "narrowed-token-keeps-scope": ("token-revoked-at-once", "A token that was used keeps its scopes for 30 s when one is taken away."),
        "expired-token-lives-a-minute": ("token-revoked-at-once", "A token ends a minute late."),
    },
    "expiry and another feature": {
        "part-paid-expires-a-minute-late": ("lifecycle-expiry", "A part-paid invoice expires a minute late."),
        "earlier-repeat-refused-when-expired": ("lifecycle-repeated-receipt", "Once expired, only the last receipt is known as a repeat."),
        "part-expiry-says-under-paid": ("event-type-names-change", "The expiry of a part-paid invoice is told as invoice.under_paid."),
        "sweeper-takes-one": ("callback-at-each-change", "Of invoices that expire at one time, one does so by itself."),
        "expiry-event-without-receipt-id": ("event-data-is-the-invoice", "The event of an expiry has no receiptId."),
        "white-label-never-expires": ("lifecycle-expiry", "A white-label invoice does not expire."),
        "expiry-silent-with-both-urls": ("callback-at-each-change", "An invoice with both URLs expires without an event."),
        "expiry-during-outage-silent": ("callback-at-each-change", "An expiry that falls into an outage sends no event, then or later."),
    },
    "parts, sums and boundaries": {
        "first-of-three-counts-again": ("submit-receipt-counts-once", "Only the last two receipts are known: the first of three counts again."),
        "sum-in-single-precision": ("invoice-paid-amount-sum", "Sums above 131,072 are kept in single precision."),
        "totals-compared-as-floats": ("lifecycle-full-payment", "Totals are doubles, so that 0.7 and 0.1 stay below 0.8."),
        "overpaid-by-part-capped": ("invoice-paid-amount-sum", "What a second receipt brings above the amount is not counted."),
        "refused-after-part-repeats-as-200": ("lifecycle-failed-after-part", "A failed receipt that was refused after a part is a repeat the next time."),
        "mismatch-at-part-paid-uses-receipt": ("lifecycle-mismatched-receipt", "A receipt that a part-paid invoice refused as another's is used up."),
        "fourth-part-not-added": ("invoice-paid-amount-sum", "The fourth part is not added."),
        "cent-not-added": ("invoice-paid-amount-sum", "A receipt of one cent is not added."),
        "most-amount-rounded": ("invoice-amount", "999999.99 is kept as 1000000."),
        "signed-again-counts-after-part": ("submit-receipt-counts-once", "A part-paid invoice counts the same payment, signed again, twice."),
    },
    "around an outage": {
        "keys-forgotten-after-outage": ("idempotency-replays", "After an outage of the store the keys from before are unused."),
        "outage-leaves-key-in-progress": ("idempotency-keeps-successes-only", "A create refused with 503 leaves its key in progress."),
        "verifier-outage-remembered": ("lifecycle-verifier-away", "A receipt that came while the verifier was away is invalid for ever."),
        "repeat-needs-verifier": ("lifecycle-repeated-receipt", "A repeated receipt is refused while the verifier is away."),
        "attempt-during-outage-lost": ("callback-retried", "An attempt that falls into an outage of the store is the last."),
        "outage-submit-counts-later": ("unavailable-is-503", "A submit that got 503 counts when the store is back."),
    },
    "callbacks and another feature": {
        "retry-signed-by-secrets-of-change": ("callback-signed-twice-in-rotation", "An attempt is signed by the secrets of the time of its change."),
        "redirect-followed-at-retry": ("callback-redirect-not-followed", "A redirect is followed from the second attempt on."),
        "retry-after-honoured-once": ("callback-honours-retry-after", "Retry-After is honoured after the first attempt only."),
        "success-at-retry-not-final": ("callback-ends-with-success", "A 2xx ends the attempts only when it is the first response."),
        "event-without-return-url": ("event-data-is-the-invoice", "Events have no returnUrl."),
        "other-account-sends-no-event": ("callback-at-each-change", "Only the first account's invoices send events."),
        "gone-only-for-its-type": ("callback-ends-with-410", "410 ends the events of one type."),
        "event-before-commit": ("event-data-is-the-invoice", "An event leaves 300 ms before fetch shows the change."),
        "events-of-one-type-share-id": ("callback-id-stable", "Two events of an invoice with the same type have one id."),
        "third-event-repeats-sequence": ("event-sequence-without-gaps", "The third event has the sequence of the second."),
    },
    "the second account": {
        "foreign-final-told-at-submit": ("submit-foreign-is-unknown", "Submit tells that another account's invoice is final."),
        "repeat-shown-to-other-account": ("submit-foreign-is-unknown", "Another account that submits a counted receipt gets the invoice."),
        "notes-repeat-by-account": ("invoice-note-unique", "Two accounts have the same notes."),
    },
    "one in twenty": {
        "twentieth-event-lost": ("callback-at-each-change", "One event in twenty is not sent."),
        "twentieth-receipt-a-cent-short": ("invoice-paid-amount-sum", "One receipt in twenty counts a cent less."),
        "twentieth-key-not-kept": ("idempotency-replays", "One key in twenty is not kept."),
        "twentieth-create-loses-return-url": ("invoice-return-url", "One returnUrl in twenty is lost."),
    },
    "a restart": {
        "restart-loses-keys": ("idempotency-replays", "After a restart the keys from before are unused."),
        "restart-loses-attempts": ("callback-retried", "A restart ends the attempts of every event."),
        "restart-loses-counted-receipts": ("submit-receipt-counts-once", "After a restart a receipt counts again."),
        "restart-resets-sequence": ("event-sequence-without-gaps", "After a restart the sequence begins at 1 again."),
        "restart-revives-revoked": ("token-revoked-at-once", "A restart makes revoked tokens known again."),
    },
}

SECOND_ORDER_FAULTS: dict[str, tuple[str, str]] = {name: row for table in SECOND_ORDER.values() for name, row in table.items()}

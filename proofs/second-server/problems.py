"""The catalogue of problems in the form of RFC 9457."""

from typing import Any

# code: status, title, detail
CATALOGUE: dict[str, tuple[int, str, str]] = {
    "malformed_json": (400, "The body is not JSON", "The body is not JSON in UTF-8 with each member once."),
    "authorization_malformed": (400, "More than one Authorization header", "Send Authorization once."),
    "idempotency_key_invalid": (400, "The idempotency key cannot be used", "Send 1 to 255 visible ASCII characters."),
    "unauthenticated": (401, "No token", "Send `Authorization: Bearer <AUTH_TOKEN>`."),
    "invalid_token": (401, "Unknown token", "The token is not known. Check it, or ask for a new one."),
    "insufficient_scope": (403, "The token may not do this", "The token lacks the scope of this operation."),
    "not_found": (404, "No such path", "The API has no such path."),
    "invoice_not_found": (404, "No such invoice", "No invoice of this account has the id that was sent."),
    "method_not_allowed": (405, "Method not allowed", "Use a method that the header Allow lists."),
    "invoice_already_paid": (409, "The invoice is already paid", "A further receipt cannot change it."),
    "invoice_failed": (409, "The payment of the invoice failed", "Create a new invoice."),
    "invoice_expired": (409, "The invoice expired", "Create a new invoice."),
    "receipt_already_used": (409, "The receipt is already used", "It counts towards another invoice."),
    "idempotency_in_progress": (409, "The same create is still running", "Send it again in a moment."),
    "payload_too_large": (413, "The body is too large", "The body is larger than 32768 bytes."),
    "unsupported_media_type": (415, "The Content-Type is not JSON", "Send `Content-Type: application/json`."),
    "validation_failed": (422, "The body is not what it must be", "Correct each member that `errors` names."),
    "idempotency_key_reused": (422, "The idempotency key belongs to another body", "Use a new key."),
    "receipt_invalid": (422, "The receipt is not valid", "Submit it exactly as it was given to the payer."),
    "receipt_mismatch": (422, "The receipt is not for this invoice", "Submit the receipt of this payment."),
    "receipt_not_final": (422, "The payment is not final", "Submit it again when the payment is complete."),
    "receipt_payment_failed": (422, "The payment of the receipt failed", "Pay what is missing; submit that receipt."),
    "rate_limited": (429, "Too many requests", "Wait as long as Retry-After says."),
    "internal_error": (500, "Internal error", "A bug stopped this request. Report the request id."),
    "receipt_verifier_unavailable": (503, "The receipt cannot be checked now", "Submit it again after Retry-After."),
    "service_unavailable": (503, "The service is unavailable", "Try again after Retry-After."),
}


MOST_ERRORS = 32


class Problem(Exception):
    """A refusal: a code of the catalogue, further headers, and an item for each mistake in the body."""

    def __init__(self, code: str, headers: dict[str, str] | None = None, errors: list[dict[str, Any]] | None = None):
        super().__init__(code)
        self.code = code
        self.status = CATALOGUE[code][0]
        self.headers = headers or {}
        self.errors = errors and errors[:MOST_ERRORS]


class HangUp(Exception):
    """Makes the server close the connection without a response. Only faults raise this exception."""

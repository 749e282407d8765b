// Written by `npm run generate` from openapi/openapi.yaml. Do not edit.
export const problems = {
  "malformed_json": {
    "status": 400,
    "title": "The body is not JSON"
  },
  "authorization_malformed": {
    "status": 400,
    "title": "More than one Authorization header"
  },
  "idempotency_key_invalid": {
    "status": 400,
    "title": "The idempotency key cannot be used"
  },
  "unauthenticated": {
    "status": 401,
    "title": "No token"
  },
  "invalid_token": {
    "status": 401,
    "title": "Unknown token"
  },
  "insufficient_scope": {
    "status": 403,
    "title": "The token may not do this"
  },
  "not_found": {
    "status": 404,
    "title": "No such path"
  },
  "invoice_not_found": {
    "status": 404,
    "title": "No such invoice"
  },
  "method_not_allowed": {
    "status": 405,
    "title": "Method not allowed"
  },
  "invoice_already_paid": {
    "status": 409,
    "title": "The invoice is already paid"
  },
  "invoice_failed": {
    "status": 409,
    "title": "The payment of the invoice failed"
  },
  "invoice_expired": {
    "status": 409,
    "title": "The invoice expired"
  },
  "receipt_already_used": {
    "status": 409,
    "title": "The receipt is already used"
  },
  "idempotency_in_progress": {
    "status": 409,
    "title": "The same create is still running"
  },
  "payload_too_large": {
    "status": 413,
    "title": "The body is too large"
  },
  "unsupported_media_type": {
    "status": 415,
    "title": "The Content-Type is not JSON"
  },
  "validation_failed": {
    "status": 422,
    "title": "The body is not what it must be"
  },
  "idempotency_key_reused": {
    "status": 422,
    "title": "The idempotency key belongs to another body"
  },
  "receipt_invalid": {
    "status": 422,
    "title": "The receipt is not valid"
  },
  "receipt_mismatch": {
    "status": 422,
    "title": "The receipt is not for this invoice"
  },
  "receipt_not_final": {
    "status": 422,
    "title": "The payment is not final"
  },
  "receipt_payment_failed": {
    "status": 422,
    "title": "The payment of the receipt failed"
  },
  "rate_limited": {
    "status": 429,
    "title": "Too many requests"
  },
  "internal_error": {
    "status": 500,
    "title": "Internal error"
  },
  "receipt_verifier_unavailable": {
    "status": 503,
    "title": "The receipt cannot be checked now"
  },
  "service_unavailable": {
    "status": 503,
    "title": "The service is unavailable"
  }
} as const;

// Written by `npm run generate` from openapi/openapi.yaml. Do not edit.
/**
 * Every operation of the contract. `echoes` are the fields of the response that repeat a field of the request: `of` is the
 * request's field when its name differs, `absent` the value when it was left out, and `ignoring` lists what may differ.
 */
export const operationTable = {
  /**
   * Create a payment invoice
   *
   * Issues an invoice of `amount` to the recipient `cashTag`. Send the payer to the response's `paymentUrl`; the payment must
   * carry the response's `note`.
   *
   * Send an `Idempotency-Key`, and the same create can be sent again after a lost response without making a second invoice.
   */
  "createPayment": {"path":"/api/v1/payments/create","method":"POST","headers":["Idempotency-Key"],"echoes":{"cashTag":{"ignoring":["leading-dollar","case"]},"amount":{},"isWhiteLabel":{"absent":false},"returnUrl":{"absent":null}}},
  /**
   * Submit a web receipt for a payment invoice
   *
   * Hands in the web receipt that the payer was given. A receipt that is authentic and belongs to the invoice counts: a
   * completed payment is added to `paidAmount`, a failed one makes a PENDING invoice FAILED. Each receipt counts once; one
   * that changed nothing has not counted. Submitting the same receipt again changes nothing and returns the
   * invoice, so a submit can always be repeated.
   *
   * **Order of checks.** Invoice and owner, due expiry, the same receipt again, final state, signature, the same
   * receiptId again, used elsewhere, binding to this invoice, payment status, apply.
   */
  "submitReceipt": {"path":"/api/v1/payments/submit","method":"POST","headers":[],"echoes":{"id":{"of":"invoiceId"}}},
  /**
   * Fetch a payment invoice
   *
   * Reads the invoice as it is now. The id goes in the body, not in the path. Reading changes nothing, but for an expiry
   * that is due: it is applied first.
   */
  "fetchPayment": {"path":"/api/v1/payments/fetch","method":"POST","headers":[],"echoes":{"id":{"of":"invoiceId"}}},
} as const;
/** The headers that each success must have. */
export const requiredHeaders = {"createPayment":["X-Request-Id","Cache-Control"],"submitReceipt":["X-Request-Id","Cache-Control"],"fetchPayment":["X-Request-Id","Cache-Control"]} as const;
/** The scopes that each operation needs. */
export const operationScopes = {"createPayment":["invoices:write"],"submitReceipt":["receipts:write"],"fetchPayment":["invoices:read"]} as const;

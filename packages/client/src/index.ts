/** Client for the Payment Invoice API: calls by name, results without a wrapper, one error class for each kind of failure. */
export { type CallOptions, type CreateOptions, createClient, type PaymentClient } from './create-client.ts';
export { AbortError } from './errors/abort-error.ts';
export { AuthenticationError } from './errors/authentication-error.ts';
export { ConflictError } from './errors/conflict-error.ts';
export { ConnectionError } from './errors/connection-error.ts';
export { InvalidRequestError } from './errors/invalid-request-error.ts';
export { NotFoundError } from './errors/not-found-error.ts';
export { PaymentApiError } from './errors/payment-api-error.ts';
export { PermissionError } from './errors/permission-error.ts';
export { RateLimitError } from './errors/rate-limit-error.ts';
export { ReceiptError } from './errors/receipt-error.ts';
export { ServerError } from './errors/server-error.ts';
export { TimeoutError } from './errors/timeout-error.ts';
export { UnexpectedAnswerError } from './errors/unexpected-answer-error.ts';
export { ValidationError } from './errors/validation-error.ts';
export type { EndEvent, Hooks, RequestEvent, ResponseEvent, RetryEvent } from './hooks.ts';
export type { OperationId } from './operations.ts';
export { formatAmount, fromCents, toCents } from './read-amount.ts';
export type { ClientOptions, Fetch, Limits } from './read-options.ts';
export { type CallError, type Result, toResult } from './to-result.ts';
export type {
  Amount,
  CreatePaymentRequest,
  FetchPaymentRequest,
  InvoiceStatus,
  PaymentInvoice,
  Problem,
  ProblemCode,
  ProblemItem,
  SubmitReceiptRequest,
} from './types.ts';
export type { WaitOptions } from './wait-for-payment.ts';

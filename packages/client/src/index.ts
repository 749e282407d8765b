/** Client for the Payment Invoice API: calls by name, results without a wrapper, one error class for each kind of failure. */
export { type CallOptions, createClient, type PaymentClient } from './create-client.ts';
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
export type { ClientOptions } from './read-options.ts';
export type { RawClient } from './transport.ts';
export type {
  CreatePaymentRequest,
  FetchPaymentRequest,
  PaymentInvoice,
  Problem,
  ProblemCode,
  ProblemItem,
  SubmitReceiptRequest,
} from './types.ts';

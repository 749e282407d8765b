/** Client for the Payment Invoice API: calls by name, results without a wrapper, and one error class per kind of failure. */
export { formatAmount, fromCents, toCents } from './amounts/read-amount.ts';
export type { ApiClient, ApiResult } from './api/api-client.ts';
export { createClient } from './client/create-client.ts';
export type { Calls, OptionsOf, PaymentClient } from './client/payment-client.ts';
export { type CallError, type Result, toResult } from './client/to-result.ts';
export type { WaitOptions } from './client/wait-for-payment.ts';
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
export { UnexpectedResponseError } from './errors/unexpected-response-error.ts';
export { ValidationError } from './errors/validation-error.ts';
export type { FetchBody, FetchHeaders, FetchResponse } from './http/read-text.ts';
export type {
  CallOptions,
  ClientOptions,
  CreateOptions,
  Fetch,
  FetchInit,
  Limits,
  Token,
  TokenRequest,
} from './options/client-options.ts';
export type { Clock } from './options/clock.ts';
export type { EndEvent, Hooks, RequestEvent, ResponseEvent, RetryEvent } from './options/hooks.ts';
export { type CallResponse, responseOf } from './response/response-of.ts';
export type {
  Amount,
  CreatePaymentRequest,
  FetchPaymentRequest,
  InvoiceStatus,
  OperationId,
  PaymentInvoice,
  Problem,
  ProblemCode,
  ProblemItem,
  RequestOf,
  SubmitReceiptRequest,
} from './types.ts';
export { version } from './version.ts';

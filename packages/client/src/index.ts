/** Client for the Payment Invoice API: a method for each operation, plain results, and one error class per kind of failure. */
export { formatAmount, fromCents, toCents } from './amounts/read-amount.ts';
export type { ApiClient, ApiResult } from './api/calls-by-path.ts';
export { type Calls, createClient, type OptionsOf, type PaymentClient } from './client/create-client.ts';
export type { WaitOptions } from './client/wait-for-payment.ts';
export {
  AbortError,
  AuthenticationError,
  type CallError,
  ConflictError,
  ConnectionError,
  InvalidRequestError,
  NotFoundError,
  PermissionError,
  RateLimitError,
  ReceiptError,
  type Result,
  ServerError,
  TimeoutError,
  toResult,
  UnexpectedResponseError,
  ValidationError,
} from './errors/error-classes.ts';
export { PaymentApiError } from './errors/payment-api-error.ts';
export type { FetchBody, FetchHeaders, FetchResponse } from './http/read-text.ts';
export type {
  CallOptions,
  ClientOptions,
  CreateOptions,
  EndEvent,
  Fetch,
  FetchInit,
  Hooks,
  Limits,
  RequestEvent,
  ResponseEvent,
  RetryEvent,
  Token,
  TokenRequest,
} from './options/client-options.ts';
export type { Clock } from './options/clock.ts';
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

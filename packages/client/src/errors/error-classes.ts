/** The error classes, one for each kind of failure. Each class limits `status` and `code` to the values of its kind. */
import type { CodesOf, Open, ProblemItem, ServerStatus } from '../types.ts';
import { type ErrorFacts, PaymentApiError } from './payment-api-error.ts';

/** 401: the service does not know the token. Trying again with the same token does not help. */
export class AuthenticationError extends PaymentApiError {
  override readonly name = 'AuthenticationError';
  declare readonly status: 401;
  declare readonly code: Open<CodesOf<401>> | undefined;
}

/** 403: the service knows the token, but the token does not allow this operation. */
export class PermissionError extends PaymentApiError {
  override readonly name = 'PermissionError';
  declare readonly status: 403;
  declare readonly code: Open<CodesOf<403>> | undefined;
}

/** 404: no invoice of this account has that id (`invoice_not_found`), or the base URL is wrong (`not_found`). */
export class NotFoundError extends PaymentApiError {
  override readonly name = 'NotFoundError';
  declare readonly status: 404;
  declare readonly code: Open<CodesOf<404>> | undefined;
}

/** 409: the invoice is final, the receipt counts for another invoice, or a call with this key is still running: see `code`. */
export class ConflictError extends PaymentApiError {
  override readonly name = 'ConflictError';
  declare readonly status: 409;
  declare readonly code: Open<CodesOf<409>> | undefined;
}

/** 422 `validation_failed`: fields of the body are wrong. Also thrown for an inexact amount, before anything is sent. */
export class ValidationError extends PaymentApiError {
  override readonly name = 'ValidationError';
  /** 422; undefined when the mistake was found before anything was sent. */
  declare readonly status: 422 | undefined;
  declare readonly code: 'validation_failed' | undefined;
  /** The mistakes, each with the field it is in; empty when the service did not name them. */
  declare readonly errors: ProblemItem[];

  constructor(message: string, facts: ErrorFacts = {}) {
    super(message, { errors: facts.problem?.errors ?? [], ...facts });
  }
}

/** 422 `receipt_*`: the receipt does not fit this invoice; `code` says why. The invoice is unchanged. */
export class ReceiptError extends PaymentApiError {
  override readonly name = 'ReceiptError';
  declare readonly status: 422;
  declare readonly code: Open<Extract<CodesOf<422>, `receipt_${string}`>>;
}

/** The statuses of problems that have no error class of their own. */
export type WithoutClass = 400 | 405 | 413 | 415;

/** Codes of a 422 that belong to other error classes. */
type OfOthers = 'validation_failed' | `receipt_${string}`;

/** 400, 413, 415 and every other 4xx without a class of its own: the service could not accept the request as it was sent. */
export class InvalidRequestError extends PaymentApiError {
  override readonly name = 'InvalidRequestError';
  declare readonly status: number;
  declare readonly code: Open<CodesOf<WithoutClass> | Exclude<CodesOf<422>, OfOthers>> | undefined;
}

/** 429: too many requests. */
export class RateLimitError extends PaymentApiError {
  override readonly name = 'RateLimitError';
  declare readonly status: 429;
  declare readonly code: Open<CodesOf<429>> | undefined;
}

/**
 * 5xx: the service failed, or cannot respond now. The call may have taken effect unless `problem.detail` says that it has not.
 */
export class ServerError extends PaymentApiError {
  override readonly name = 'ServerError';
  declare readonly status: number;
  declare readonly code: Open<CodesOf<ServerStatus>> | undefined;
}

/**
 * No response: the service was not reached, or the connection broke. Whether the call took effect is unknown; `cause` says more.
 */
export class ConnectionError extends PaymentApiError {
  override readonly name = 'ConnectionError';
  declare readonly status: undefined;
  declare readonly code: undefined;
}

/** No complete response came in time, or the time of `waitForPayment` was over. The call may have taken effect. */
export class TimeoutError extends PaymentApiError {
  override readonly name = 'TimeoutError';
  declare readonly status: undefined;
  declare readonly code: undefined;
}

/** The call's own `signal` aborted it; `cause` is the signal's reason. Whether the call took effect is unknown. */
export class AbortError extends PaymentApiError {
  override readonly name = 'AbortError';
  declare readonly status: undefined;
  declare readonly code: undefined;
}

/**
 * The response is not from this API: a web page from a gateway, a redirect, a success that is empty or not JSON, JSON that is not
 * an invoice, or an invoice that does not match the request.
 */
export class UnexpectedResponseError extends PaymentApiError {
  override readonly name = 'UnexpectedResponseError';
  declare readonly status: number;
  declare readonly code: undefined;
  /** True when the response claims to be JSON but does not parse, because it was cut off. */
  declare readonly isCutOff?: boolean;
}

/** Every error with which a call can fail; `name` tells them apart: `switch (error.name) { case 'ConflictError': … }`. */
export type CallError =
  | AbortError
  | AuthenticationError
  | ConflictError
  | ConnectionError
  | InvalidRequestError
  | NotFoundError
  | PermissionError
  | RateLimitError
  | ReceiptError
  | ServerError
  | TimeoutError
  | UnexpectedResponseError
  | ValidationError;

/** A success or a failure, returned instead of thrown. */
export type Result<T> = { ok: true; value: T; error?: undefined } | { ok: false; error: CallError; value?: undefined };

/**
 * Returns a failure instead of throwing it: `const { ok, value, error } = await toResult(client.createPayment(…))`. Still throws
 * errors that are not failures of the call, such as the TypeError for a misspelt option, or an error of the token function before
 * anything was sent.
 */
export async function toResult<T>(call: Promise<T>): Promise<Result<T>> {
  try {
    return { ok: true, value: await call };
  } catch (error) {
    if (error instanceof PaymentApiError) return { ok: false, error: error as CallError };
    throw error;
  }
}

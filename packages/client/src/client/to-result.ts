import type {
  AbortError,
  AuthenticationError,
  ConflictError,
  ConnectionError,
  InvalidRequestError,
  NotFoundError,
  PermissionError,
  RateLimitError,
  ReceiptError,
  ServerError,
  TimeoutError,
  UnexpectedResponseError,
  ValidationError,
} from '../errors/error-classes.ts';
import { PaymentApiError } from '../errors/payment-api-error.ts';

/** Every error that a failed call can have; `name` tells them apart: `switch (error.name) { case 'ConflictError': … }`. */
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
 * errors that are not failures of the call, such as the TypeError for a misspelt option, or an error of the token's function
 * before anything was sent.
 */
export async function toResult<T>(call: Promise<T>): Promise<Result<T>> {
  try {
    return { ok: true, value: await call };
  } catch (error) {
    if (error instanceof PaymentApiError) return { ok: false, error: error as CallError };
    throw error;
  }
}

import type { CodesOf, Open } from '../types.ts';
import { PaymentApiError } from './payment-api-error.ts';

/** 400, 413, 415 and every other 4xx without a class of its own: the service could not accept the request as it was sent. */
export class InvalidRequestError extends PaymentApiError {
  override readonly name = 'InvalidRequestError';
  declare readonly status: number;
  declare readonly code: Open<CodesOf<400 | 405 | 413 | 415> | 'idempotency_key_reused'> | undefined;
}

import type { CodesOf, Open } from '../types.ts';
import { PaymentApiError } from './payment-api-error.ts';

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

import type { CodesOf, Open } from '../types.ts';
import { PaymentApiError } from './payment-api-error.ts';

/** 403: the service knows the token, but the token does not allow this operation. */
export class PermissionError extends PaymentApiError {
  override readonly name = 'PermissionError';
  declare readonly status: 403;
  declare readonly code: Open<CodesOf<403>> | undefined;
}

import type { CodesOf, Open } from '../types.ts';
import { PaymentApiError } from './payment-api-error.ts';

/** 401: the service does not know the token. Trying again with the same token does not help. */
export class AuthenticationError extends PaymentApiError {
  override readonly name = 'AuthenticationError';
  declare readonly status: 401;
  declare readonly code: Open<CodesOf<401>> | undefined;
}

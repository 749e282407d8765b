import { PaymentApiError } from './payment-api-error.ts';

/** 401: the service does not know the token. Trying again with the same one is no use. */
export class AuthenticationError extends PaymentApiError {
  override readonly name = 'AuthenticationError';
}

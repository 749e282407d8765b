import { PaymentApiError } from './payment-api-error.ts';

/** 403: the service knows the token, and it does not allow this operation. */
export class PermissionError extends PaymentApiError {
  override readonly name = 'PermissionError';
}

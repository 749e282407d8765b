import { PaymentApiError } from './payment-api-error.ts';

/** 5xx: the service failed or cannot answer now. */
export class ServerError extends PaymentApiError {
  override readonly name = 'ServerError';
}

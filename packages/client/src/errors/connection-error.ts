import { PaymentApiError } from './payment-api-error.ts';

/** No response: the service was not reached, or the connection broke. Whether the call took effect is unknown; `cause` says more. */
export class ConnectionError extends PaymentApiError {
  override readonly name = 'ConnectionError';
  declare readonly status: undefined;
  declare readonly code: undefined;
}

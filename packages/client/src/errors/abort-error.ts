import { PaymentApiError } from './payment-api-error.ts';

/** The call's own `signal` aborted it; `cause` is the signal's reason. Whether the call took effect is unknown. */
export class AbortError extends PaymentApiError {
  override readonly name = 'AbortError';
  declare readonly status: undefined;
  declare readonly code: undefined;
}

import type { CodesOf, Open } from '../types.ts';
import { PaymentApiError } from './payment-api-error.ts';

/** 5xx: the service failed, or cannot respond now. */
export class ServerError extends PaymentApiError {
  override readonly name = 'ServerError';
  declare readonly status: number;
  declare readonly code: Open<CodesOf<500 | 503>> | undefined;
}

import type { CodesOf, Open, ServerStatus } from '../types.ts';
import { PaymentApiError } from './payment-api-error.ts';

/** 5xx: the service failed, or cannot respond now. The call may have taken effect unless `problem.detail` says that it has not. */
export class ServerError extends PaymentApiError {
  override readonly name = 'ServerError';
  declare readonly status: number;
  declare readonly code: Open<CodesOf<ServerStatus>> | undefined;
}

import type { DeclareCases } from '../../src/case/case.ts';
import { deriveRateLimit } from '../derive/rate-limits.ts';
import { limitOf } from '../play/rate-limits.ts';

/** Fetches over the limit. */
export const rateLimitCases: DeclareCases = (contract) => {
  const limit = limitOf(contract, 'fetchPayment', 'account');
  return limit ? deriveRateLimit(contract, 'fetchPayment', limit, 'fetch-payment/rate-limit') : [];
};

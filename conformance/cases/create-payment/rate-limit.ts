import type { DeclareCases } from '../../src/case/case.ts';
import { deriveRateLimits } from '../derive/limits/rate-limits.ts';

/** Creates over the limit. */
export const rateLimitCases: DeclareCases = (contract) => deriveRateLimits(contract, 'createPayment');

import type { DeclareCases } from '../../src/case/case.ts';
import { deriveRateLimits } from '../derive/rate-limits.ts';

/** Creates over the limit. */
export const rateLimitCases: DeclareCases = (contract) => deriveRateLimits(contract, 'createPayment');

import type { DeclareCases } from '../../src/case/case.ts';
import { deriveRateLimits } from '../derive/rate-limits.ts';

export const rateLimitCases: DeclareCases = (contract) => deriveRateLimits(contract, 'fetchPayment');

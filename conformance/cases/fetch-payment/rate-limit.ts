import type { DeclareCases } from '../../src/case/case.ts';
import { deriveRateLimits } from '../derive/limits/rate-limits.ts';

export const rateLimitCases: DeclareCases = (contract) => deriveRateLimits(contract, 'fetchPayment');

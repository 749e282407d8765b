import type { DeclareCases } from '../../src/case/case.ts';
import { deriveRateLimits } from '../derive/limits/rate-limits.ts';

/** Submits over the limits, of an account and of an invoice. */
export const rateLimitCases: DeclareCases = (contract) => deriveRateLimits(contract, 'submitReceipt');

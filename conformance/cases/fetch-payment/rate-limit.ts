import type { DeclareCases } from '../../src/case/case.ts';
import { deriveRateLimit } from '../derive/rate-limits.ts';

export const rateLimitCases: DeclareCases = (contract) => [
  deriveRateLimit(contract, 'fetchPayment', 600, (_subject, _count, invoiceId) => ({ invoiceId })),
];

import type { DeclareCases } from '../../src/case/case.ts';
import { deriveSpentLimit } from '../derive/spent-limits.ts';

/** The limit on fetches. */
export const fetchCases: DeclareCases = (contract) =>
  deriveSpentLimit(contract, 'fetchPayment', 600, (_subject, _at, invoiceId) => ({ invoiceId }));

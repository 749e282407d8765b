import type { DeclareCases } from '../../src/case/case.ts';
import { deriveRateLimit } from '../derive/rate-limits.ts';
import { limitOf } from '../play/rate-limits.ts';

/** Submits over the limits, of an account and of an invoice. */
export const rateLimitCases: DeclareCases = (contract) => {
  const [ofAccount, ofInvoice] = (['account', 'invoice'] as const).map((per) => limitOf(contract, 'submitReceipt', per));
  return [
    ...(ofAccount ? deriveRateLimit(contract, 'submitReceipt', ofAccount, 'submit-receipt/rate-limit') : []),
    ...(ofInvoice ? deriveRateLimit(contract, 'submitReceipt', ofInvoice, 'submit-receipt/rate-limit/one-invoice') : []),
  ];
};

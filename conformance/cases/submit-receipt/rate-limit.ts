import type { DeclareCases } from '../../src/case/case.ts';
import { jsonRequest } from '../../src/http/json-request.ts';
import { broken } from '../../src/outcome/make-finding.ts';
import { invoiceOf } from '../../src/subject/invoice-of.ts';
import { deriveRateLimit } from '../derive/rate-limits.ts';
import { until429, withLimits } from '../play/limit-rates.ts';

/** Submits over the limits, of an account and of an invoice. */
export const rateLimitCases: DeclareCases = (contract) => [
  // Each for another invoice: submits for one invoice have a limit of their own.
  deriveRateLimit(contract, 'submitReceipt', 60, (_subject, count) => ({
    invoiceId: `no-such-invoice-${count}`,
    webReceipt: 'made-up',
  })),
  {
    id: 'submit-receipt/rate-limit/one-invoice',
    title: 'More than 10 submits for one invoice in a minute are answered 429',
    requirement: 'submit-rate-limit',
    operations: ['create-payment', 'submit-receipt'],
    alone: true,
    run: ({ subject }) =>
      withLimits(subject, async () => {
        const { id: invoiceId } = invoiceOf(await subject.create());
        const path = subject.pathOf('submitReceipt');
        const [first, over] = await until429(subject, 11, () => jsonRequest(path, { invoiceId, webReceipt: 'made-up' }));
        if (over) return [];
        const received = '11 submits for one invoice, none answered 429';
        return broken(contract, 'submit-rate-limit', { expected: '429 after 10', received, exchanges: [first] });
      }),
  },
];

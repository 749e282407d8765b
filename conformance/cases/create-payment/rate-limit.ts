import type { DeclareCases } from '../../src/case/case.ts';
import { operationById } from '../../src/contract/contract.ts';
import { CaseInconclusive } from '../../src/outcome/case-inconclusive.ts';
import { broken } from '../../src/outcome/make-finding.ts';
import { asOther } from '../../src/subject/switch-account.ts';
import { deriveRateLimits } from '../derive/rate-limits.ts';
import { until429, withLimits } from '../play/limit-rates.ts';

/** Creates over the limit, of one account and of two. */
export const rateLimitCases: DeclareCases = (contract) => [
  ...deriveRateLimits(contract, 'createPayment'),
  {
    id: 'create-payment/rate-limit/other-account',
    title: 'The limit of one account is not that of another',
    requirement: 'create-rate-limit',
    operations: ['create-payment'],
    derived: true,
    alone: true,
    run: ({ subject }) =>
      withLimits(subject, async () => {
        const other = asOther(subject);
        const most = operationById(contract, 'createPayment').rateLimits.find(({ per }) => per === 'account')?.requests ?? 0;
        const spec = subject.requestOf('createPayment', subject.createBody);
        const [, over] = await until429(subject, most + 1, () => spec);
        // Another case reports a missing limit.
        if (!over) throw new CaseInconclusive(`${most + 1} creates, none answered 429: whose limit it is cannot be told.`);
        const exchange = await other.sendOnce(spec);
        if (exchange.answer?.status !== 429) return [];
        return broken(contract, 'create-rate-limit', { expected: 'no 429', received: '429', exchanges: [exchange] });
      }),
  },
];

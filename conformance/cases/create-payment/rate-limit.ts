import type { DeclareCases } from '../../src/case/case.ts';
import { CaseInconclusive } from '../../src/outcome/case-inconclusive.ts';
import { broken } from '../../src/outcome/make-finding.ts';
import { asOther } from '../../src/subject/switch-account.ts';
import { deriveRateLimit } from '../derive/rate-limits.ts';
import { isRefused } from '../play/exhaust-limit.ts';
import { playLimit } from '../play/play-limit.ts';
import { limitOf } from '../play/rate-limits.ts';

/** Creates over the limit, of one account and of two. */
export const rateLimitCases: DeclareCases = (contract) => {
  const limit = limitOf(contract, 'createPayment', 'account');
  if (!limit) return [];
  return [
    ...deriveRateLimit(contract, 'createPayment', limit, 'create-payment/rate-limit'),
    {
      id: 'create-payment/rate-limit/other-account',
      title: 'The limit of one account is not that of another',
      requirement: limit.requirement,
      operations: ['create-payment'],
      alone: true,
      async run({ subject }) {
        asOther(subject);
        const { over, otherAccount } = await playLimit(subject, 'createPayment', limit);
        // Another case reports a missing limit.
        if (!isRefused(over)) throw new CaseInconclusive('No create was answered 429: whose limit it is cannot be told.');
        if (otherAccount?.answer?.status !== 429) return [];
        return broken(contract, limit.requirement, { expected: 'no 429', received: '429', exchanges: [otherAccount] });
      },
    },
  ];
};

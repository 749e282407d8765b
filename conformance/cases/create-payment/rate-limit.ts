import type { DeclareCases } from '../../src/case/case.ts';
import { operationById } from '../../src/contract/contract.ts';
import { CaseInconclusive } from '../../src/outcome/case-inconclusive.ts';
import { broken } from '../../src/outcome/make-finding.ts';
import { asOther } from '../../src/subject/switch-account.ts';
import { deriveRateLimits } from '../derive/rate-limits.ts';
import { isRefused } from '../play/exhaust-limit.ts';
import { playLimit } from '../play/play-limit.ts';

/** Creates over the limit, of one account and of two. */
export const rateLimitCases: DeclareCases = (contract) => {
  const limit = operationById(contract, 'createPayment').rateLimits.find(({ per }) => per === 'account');
  if (!limit) return [];
  return [
    ...deriveRateLimits(contract, 'createPayment'),
    {
      id: 'create-payment/rate-limit/other-account',
      title: 'The limit of one account is not that of another',
      requirement: limit.requirement,
      operations: ['create-payment'],
      derived: true,
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

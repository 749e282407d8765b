import type { DeclareCases } from '../../src/case/case.ts';
import { broken } from '../../src/outcome/make-finding.ts';
import { withToken } from '../../src/subject/switch-account.ts';
import { until429, withLimits } from '../play/limit-rates.ts';

/** Wrong tokens over the limit. */
export const rateLimitCases: DeclareCases = (contract) => {
  const { failures: most, requirement } = contract.wrongTokens;
  return [
    {
      id: 'authentication/rate-limit',
      title: `An address that tried ${most === 20 ? 'twenty' : most} wrong tokens in a minute is answered 429`,
      requirement,
      operations: ['fetch-payment'],
      derived: true,
      alone: true,
      run: ({ subject }) =>
        withLimits(subject, async () => {
          const guess = withToken(subject, `not-a-token-${crypto.randomUUID()}`);
          const spec = subject.requestOf('fetchPayment', { invoiceId: 'no-such-invoice' });
          const [first, over] = await until429(guess, most + 1, () => spec);
          if (over) return [];
          const received = `${most + 1} requests with wrong tokens, none answered 429`;
          return broken(contract, requirement, { expected: `429 after ${most}`, received, exchanges: [first] });
        }),
    },
  ];
};

import type { DeclareCases } from '../../src/case/case.ts';
import { responseHeader } from '../../src/http/exchange.ts';
import { jsonRequest } from '../../src/http/json-request.ts';
import { broken } from '../../src/outcome/make-finding.ts';
import { requireAbility } from '../../src/subject/require-ability.ts';
import { deriveSpentLimit } from '../derive/spent-limits.ts';
import { withLimits } from '../play/limit-rates.ts';
import { isLimited, spend } from '../play/spend-limit.ts';

const most = 60;

/** The limit on creates: whose it is, and what counts towards it. */
export const createCases: DeclareCases = (contract) => [
  ...deriveSpentLimit(contract, 'createPayment', most, (subject) => subject.createBody),
  {
    id: 'limits/create/refused-count-nothing',
    title: 'A create that was refused for the limit does not count towards it',
    requirement: 'rate-limit-is-429',
    operations: ['create-payment'],
    alone: true,
    async run({ subject }) {
      const later = requireAbility(subject, 'advanceTime', 'A clock that can be moved is needed');
      const spec = jsonRequest(subject.pathOf('createPayment'), subject.createBody);
      return withLimits(subject, async () => {
        await spend(subject, most, () => spec);
        await later(30, subject.settings);
        const { refused } = await spend(subject, most + 5, () => spec);
        const [last] = refused.slice(-1);
        // A window that begins anew by then has let them in: nothing was refused long enough.
        if (last === undefined || refused.length < most) return [];
        const after = (last.answer && responseHeader(last.answer, 'retry-after')) ?? '60';
        await later(Number(after) + 1, subject.settings);
        const again = await subject.sendOnce(spec);
        if (!isLimited(again)) return [];
        return broken(contract, 'rate-limit-is-429', {
          expected: `no 429 once the Retry-After of the last refusal is over: ${after} s`,
          received: '429',
          exchanges: [last, again],
        });
      });
    },
  },
];

import type { DeclareCases } from '../../src/case/case.ts';
import { showValue } from '../../src/contract/describe-schema.ts';
import { responseObject } from '../../src/http/exchange.ts';
import { broken } from '../../src/outcome/make-finding.ts';

/** Bodies with several wrong fields. */
const bodies = [
  {
    id: 'answers/every-member-named',
    title: 'A create with three wrong fields names each, and the one that is missing',
    wrong: { cashTag: 7, isWhiteLabel: 'yes', returnUrl: 7 },
    missing: ['amount'],
  },
  {
    id: 'answers/every-member-named/rules',
    title: 'A create names each wrong field, be it of a wrong type, too fine or a URL that is not allowed',
    wrong: { cashTag: 7, amount: 12.345, returnUrl: 'ftp://example.com/thanks' },
    missing: [],
    // What makes an amount and a URL wrong.
    features: ['amount-precision', 'limits'],
  },
];

/** A problem names every wrong field. */
export const everyMemberNamedCases: DeclareCases = (contract) =>
  bodies.map(({ id, title, wrong, missing, ...rest }) => ({
    id,
    title,
    requirement: 'problem-names-members',
    operations: ['create-payment'],
    ...rest,
    async run({ subject }) {
      const exchange = await subject.create(wrong);
      const { errors = [] } = (exchange.answer && responseObject(exchange.answer)) ?? {};
      const named = (Array.isArray(errors) ? errors : []).map(({ pointer }) => pointer);
      const untold = [...Object.keys(wrong), ...missing].filter((field) => !named.includes(`/${field}`));
      if (untold.length === 0) return [];
      return broken(contract, 'problem-names-members', {
        expected: `errors with ${untold.map((field) => `/${field}`).join(', ')}`,
        received: `errors: ${showValue(errors)}`,
        exchanges: [exchange],
      });
    },
  }));

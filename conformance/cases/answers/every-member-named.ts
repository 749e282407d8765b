import type { DeclareCases } from '../../src/case/case.ts';
import { showValue } from '../../src/contract/describe-schema.ts';
import { responseObject } from '../../src/http/exchange.ts';
import { broken } from '../../src/outcome/make-finding.ts';

/** A problem names every wrong field. */
export const everyMemberNamedCases: DeclareCases = (contract) => [
  {
    id: 'answers/every-member-named',
    title: 'A create with three wrong fields names each, and the one that is missing',
    requirement: 'problem-names-members',
    operations: ['create-payment'],
    async run({ subject }) {
      const wrong = { cashTag: 7, isWhiteLabel: 'yes', returnUrl: 7 };
      const exchange = await subject.create(wrong);
      const { errors = [] } = (exchange.answer && responseObject(exchange.answer)) ?? {};
      const named = (Array.isArray(errors) ? errors : []).map(({ pointer }) => pointer);
      const missing = [...Object.keys(wrong), 'amount'].filter((field) => !named.includes(`/${field}`));
      if (missing.length === 0) return [];
      return broken(contract, 'problem-names-members', {
        expected: `errors with ${missing.map((field) => `/${field}`).join(', ')}`,
        received: `errors: ${showValue(errors)}`,
        exchanges: [exchange],
      });
    },
  },
];

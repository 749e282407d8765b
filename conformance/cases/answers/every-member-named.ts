import type { DeclareCases } from '../../src/case/case.ts';
import { showValue } from '../../src/contract/describe-schema.ts';
import { responseObject } from '../../src/http/exchange.ts';
import { broken } from '../../src/outcome/make-finding.ts';
import { firstWrong } from '../play/first-wrong.ts';

/** Returns bodies in which every field is wrong. */
function bodiesFor(features: ReadonlySet<string>): { fields: Record<string, unknown>; absent?: string[] }[] {
  const types = { cashTag: 7, isWhiteLabel: 'yes', returnUrl: 7 };
  const unknown = features.has('strict-requests') ? { unknownMember: 1 } : {};
  const amount = features.has('amount-precision') ? 12.345 : features.has('amount-bounds') ? 0 : '12.34';
  return [
    { fields: types, absent: ['amount'] },
    // What a schema validator finds, together with what is checked after it.
    { fields: { ...types, ...unknown, amount, callbackUrl: 'not a url' } },
    { fields: { cashTag: [], amount, isWhiteLabel: 1, returnUrl: 'not a url', ...unknown } },
  ];
}

/** Cases which check that a problem names every wrong field. */
export const everyMemberNamedCases: DeclareCases = (contract) => [
  {
    id: 'answers/every-member-named',
    title: 'A create with several wrong fields names each, whatever is wrong with it, and the one that is missing',
    requirement: 'problem-names-members',
    operations: ['create-payment'],
    run: ({ subject, features }) =>
      firstWrong(bodiesFor(features), async ({ fields, absent = [] }) => {
        const exchange = await subject.send(subject.requestOf('createPayment', fields));
        const { errors = [] } = (exchange.answer && responseObject(exchange.answer)) ?? {};
        const named = (Array.isArray(errors) ? errors : []).map(({ pointer }) => pointer);
        const missing = [...Object.keys(fields), ...absent].filter((field) => !named.includes(`/${field}`));
        if (missing.length === 0) return [];
        return broken(contract, 'problem-names-members', {
          expected: `errors with ${missing.map((field) => `/${field}`).join(', ')}`,
          received: `errors: ${showValue(errors)}`,
          exchanges: [exchange],
        });
      }),
  },
];

import type { DeclareCases } from '../../src/case/case.ts';
import { showValue } from '../../src/contract/describe-schema.ts';
import { responseObject } from '../../src/http/exchange.ts';
import { broken } from '../../src/outcome/finding.ts';
import type { Subject } from '../../src/subject/subject.ts';
import { firstWrong } from '../play/odd-input.ts';

/** A body, and the names of its wrong and missing fields. */
interface WrongBody {
  fields: Record<string, unknown>;
  wrong: string[];
}

/** Returns bodies in which several fields are wrong. */
function bodiesFor({ createBody }: Subject, features: ReadonlySet<string>): WrongBody[] {
  const types = { cashTag: 7, isWhiteLabel: 'yes', returnUrl: 7 };
  const unknown = features.has('strict-requests') ? { unknownMember: 1 } : {};
  const amount = features.has('amount-precision') ? 12.345 : features.has('amount-bounds') ? 0 : '12.34';
  const { amount: _amount, ...withoutAmount } = createBody;
  const allOf = (fields: Record<string, unknown>, ...absent: string[]) => ({
    fields,
    wrong: [...Object.keys(fields), ...absent],
  });
  return [
    allOf(types, 'amount'),
    // Combines mistakes that a schema validator finds with mistakes that are checked after it.
    allOf({ ...types, ...unknown, amount, callbackUrl: 'not a url' }),
    allOf({ cashTag: [], amount, isWhiteLabel: 1, returnUrl: 'not a url', ...unknown }),
    // Sends only unknown fields, and an unknown field together with a missing one.
    ...(features.has('strict-requests')
      ? [
          { fields: { ...createBody, ...unknown, otherMember: 'x' }, wrong: ['unknownMember', 'otherMember'] },
          { fields: { ...withoutAmount, ...unknown }, wrong: ['unknownMember', 'amount'] },
        ]
      : []),
  ];
}

export const everyMemberNamedCases: DeclareCases = (contract) => [
  {
    id: 'answers/every-member-named',
    title: 'The problem of a create with several wrong or missing fields names each of them',
    requirement: 'problem-names-members',
    operations: ['create-payment'],
    run: ({ subject, features }) =>
      firstWrong(bodiesFor(subject, features), async ({ fields, wrong }) => {
        const exchange = await subject.send(subject.requestOf('createPayment', fields));
        const { errors = [] } = (exchange.answer && responseObject(exchange.answer)) ?? {};
        const named = (Array.isArray(errors) ? errors : []).map(({ pointer }) => pointer);
        const missing = wrong.filter((field) => !named.includes(`/${field}`));
        if (missing.length === 0) return [];
        return broken(contract, 'problem-names-members', {
          expected: `errors with ${missing.map((field) => `/${field}`).join(', ')}`,
          received: `errors: ${showValue(errors)}`,
          exchanges: [exchange],
        });
      }),
  },
];

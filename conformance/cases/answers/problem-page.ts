import type { DeclareCases } from '../../src/case/case.ts';
import type { Contract } from '../../src/contract/contract.ts';
import { showValue } from '../../src/contract/describe-schema.ts';
import { type Exchange, responseObject } from '../../src/http/exchange.ts';
import { sendRequest } from '../../src/http/send-request.ts';
import { CaseInconclusive } from '../../src/outcome/case-inconclusive.ts';
import { broken, type Finding } from '../../src/outcome/finding.ts';
import type { Subject, SubjectSettings } from '../../src/subject/subject.ts';
import { sharedRefusal } from '../play/create-with.ts';
import { firstWrong } from '../play/odd-input.ts';

export const problemPageCases: DeclareCases = (contract) => [
  {
    id: 'answers/problem-page',
    title: 'The type of a problem opens a page',
    requirement: 'problem-type-opens',
    operations: ['create-payment'],
    run: async ({ subject }) => judgePage(contract, subject, await sharedRefusal(subject)),
  },
  {
    id: 'answers/every-member-named',
    title: 'The problem of a create with several wrong or missing fields names each of them',
    requirement: 'problem-names-members',
    operations: ['create-payment'],
    run: ({ subject, features }) =>
      firstWrong(bodiesFor(subject, features), async ([fields, wrong]) => {
        const exchange = await subject.send(subject.requestOf('createPayment', fields));
        const { errors = [] } = (exchange.answer && responseObject(exchange.answer)) ?? {};
        const named = (Array.isArray(errors) ? errors : []).map((one): unknown => Object(one).pointer);
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

export async function judgePage(contract: Contract, { settings }: Subject, refused: Exchange): Promise<Finding[]> {
  const type = refused.answer && responseObject(refused.answer)?.type;
  const url = typeof type === 'string' && URL.canParse(type) ? new URL(type) : undefined;
  // The type may also be a URI without a page, such as `about:blank`.
  const isPage = url !== undefined && /^https?:$/.test(url.protocol);
  const page = isPage ? await open(url, settings) : undefined;
  if (isPage && page === undefined && url.origin !== new URL(settings.baseUrl).origin)
    throw new CaseInconclusive(`${url.origin} could not be reached from here, and the types of problems lead to it.`);
  if (isPage && page === undefined && (await open(new URL(settings.baseUrl), settings)) === undefined)
    throw new CaseInconclusive('The deployment no longer responds to anything.');
  // A rate limit (429) means that the page exists.
  if (page !== undefined && ((page >= 200 && page < 400) || page === 429)) return [];
  return broken(contract, 'problem-type-opens', {
    member: 'type',
    expected: 'type: an absolute URL that opens a page',
    received: `type: ${showValue(type)}${page === undefined ? '' : `, which returns ${page}`}`,
    exchanges: [refused],
  });
}

/** Returns the status of a page. If `fetch` fails, as it does after a 100 Continue, tries the suite's own client. */
async function open(url: URL, { timeout, connection }: SubjectSettings): Promise<number | undefined> {
  const page = await fetch(url, { signal: AbortSignal.timeout(timeout) }).catch(() => undefined);
  if (page) {
    await page.body?.cancel().catch(() => undefined);
    return page.status;
  }
  const path = `${url.pathname}${url.search}`;
  // Uses the certificate authority that the user named, because it may also have certified the page's server.
  const target = { baseUrl: url.origin, token: '', timeout, ...(connection && { connection: { ...connection, headers: [] } }) };
  const { answer } = await sendRequest(target, { method: 'GET', path, headers: [] });
  return answer?.status;
}

type WrongBody = [fields: Record<string, unknown>, wrong: string[]];

/** Returns bodies in which several fields are wrong or missing, and the names of these fields. */
function bodiesFor({ createBody }: Subject, features: ReadonlySet<string>): WrongBody[] {
  const types = { cashTag: 7, isWhiteLabel: 'yes', returnUrl: 7 };
  const unknown = features.has('strict-requests') ? { unknownMember: 1 } : {};
  const amount = features.has('amount-precision') ? 12.345 : features.has('amount-bounds') ? 0 : '12.34';
  const { amount: _amount, ...withoutAmount } = createBody;
  const allOf = (fields: WrongBody[0]): WrongBody => [fields, Object.keys(fields)];
  return [
    [types, [...Object.keys(types), 'amount']],
    // Combines mistakes that a schema validator finds with mistakes that only later checks find.
    allOf({ ...types, ...unknown, amount, callbackUrl: 'not a url' }),
    allOf({ cashTag: [], amount, isWhiteLabel: 1, returnUrl: 'not a url', ...unknown }),
    // With strict-requests, unknown fields must be named too. Tries two unknown fields, then one unknown and one missing field.
    ...(features.has('strict-requests')
      ? ([
          [{ ...createBody, ...unknown, otherMember: 'x' }, ['unknownMember', 'otherMember']],
          [{ ...withoutAmount, ...unknown }, ['unknownMember', 'amount']],
        ] satisfies WrongBody[])
      : []),
  ];
}

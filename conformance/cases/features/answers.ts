import type { Case } from '../../src/case/case.ts';
import type { Contract } from '../../src/contract/contract.ts';
import { showValue } from '../../src/contract/describe-schema.ts';
import { answerHeader, answerObject, type Exchange, type RequestSpec } from '../../src/http/exchange.ts';
import { jsonRequest } from '../../src/http/json-request.ts';
import type { Finding } from '../../src/outcome/finding.ts';
import { makeFinding } from '../../src/outcome/make-finding.ts';
import { successOf } from '../../src/subject/baseline.ts';
import { sharedFetch } from '../../src/subject/shared-exchanges.ts';
import type { Subject } from '../../src/subject/subject.ts';

const withoutHeader = (name: string, { headers, ...spec }: RequestSpec): RequestSpec => ({
  ...spec,
  headers: headers.filter(([given]) => given !== name),
});
const fetching = (path: string): RequestSpec => jsonRequest(path, { invoiceId: 'no-such-invoice' });

/** Refusals of which each is often made in a place of its own. */
const refusals: { id: string; title: string; request(path: string): RequestSpec }[] = [
  { id: 'no-token', title: 'a 401', request: (path) => withoutHeader('Authorization', fetching(path)) },
  { id: 'unknown-path', title: 'a 404 for a path', request: (path) => fetching(`${path}-nothing`) },
  { id: 'unknown-invoice', title: 'a 404 for an invoice', request: fetching },
  { id: 'other-method', title: 'a 405', request: (path) => ({ ...fetching(path), method: 'PUT' }) },
  { id: 'too-large', title: 'a 413', request: (path) => ({ ...fetching(path), body: '{}'.padEnd(32 * 1024 + 1) }) },
  { id: 'no-media-type', title: 'a 415', request: (path) => withoutHeader('Content-Type', fetching(path)) },
  { id: 'malformed', title: 'a 400', request: (path) => ({ ...fetching(path), body: '{' }) },
];

/** What every answer carries, success or refusal. */
export function answerHeaderCases(contract: Contract): Case[] {
  const kinds: { id: string; title: string; operations: string[]; get(subject: Subject): Promise<Exchange> }[] = [
    ...contract.operations.map((operation) => ({
      id: operation.slug,
      title: `a successful ${operation.slug}`,
      operations: [operation.slug],
      get: (subject: Subject) => successOf(subject, operation),
    })),
    {
      id: 'refusal',
      title: 'a refused create',
      operations: ['create-payment'],
      get: (subject) => subject.share('refused', () => subject.create({})),
    },
    ...refusals.map(({ id, title, request }) => ({
      id,
      title,
      operations: ['fetch-payment'],
      get: (subject: Subject) => subject.share(`refused as ${id}`, () => subject.send(request(subject.pathOf('fetchPayment')))),
    })),
  ];
  return kinds.flatMap(({ id, title, operations, get }): Case[] => [
    {
      id: `answers/${id}/not-stored`,
      title: `Cache-Control of ${title} is no-store`,
      requirement: 'answers-not-stored',
      operations,
      run: async ({ subject }) =>
        header(contract, 'answers-not-stored', 'Cache-Control', /\bno-store\b/i, 'no-store', await get(subject)),
    },
    {
      id: `answers/${id}/media-type`,
      title: `Content-Type of ${title} is application/json or application/problem+json`,
      requirement: 'answers-are-json',
      operations,
      run: async ({ subject }) =>
        header(
          contract,
          'answers-are-json',
          'Content-Type',
          /^application\/(problem\+)?json\s*(;|$)/i,
          'application/json',
          await get(subject),
        ),
    },
    {
      id: `answers/${id}/request-id`,
      title: `X-Request-Id of ${title} is there`,
      requirement: 'request-id-on-every-answer',
      operations,
      run: async ({ subject }) =>
        header(contract, 'request-id-on-every-answer', 'X-Request-Id', /./, 'an id', await get(subject)),
    },
  ]);
}

/** What Accept says, two requests' ids, the page of a problem, and the order of checks. */
export function answerMeaningCases(contract: Contract): Case[] {
  return [
    {
      id: 'answers/accept-ignored',
      title: 'Accept: text/html changes nothing',
      requirement: 'accept-is-ignored',
      operations: ['create-payment', 'fetch-payment'],
      async run({ subject }) {
        const { request } = await sharedFetch(subject);
        const exchange = await subject.send({ ...request, headers: [...request.headers, ['Accept', 'text/html']] });
        if (
          exchange.answer?.status === (await sharedFetch(subject)).answer?.status &&
          exchange.answer &&
          answerObject(exchange.answer)
        )
          return [];
        return [
          makeFinding(contract, 'accept-is-ignored', {
            member: 'Accept',
            difference: 'Accept: absent → text/html',
            expected: 'the same answer',
            received: `${exchange.answer?.status} ${showValue(exchange.answer?.text)}`,
            exchanges: [exchange],
          }),
        ];
      },
    },
    {
      id: 'answers/request-id-distinct',
      title: 'Two requests get two request ids, whatever id they name',
      requirement: 'request-id-on-every-answer',
      operations: ['create-payment', 'fetch-payment'],
      async run({ subject }) {
        const { request } = await sharedFetch(subject);
        // An id that the client chose is not another for each request.
        const named: RequestSpec = { ...request, headers: [...request.headers, ['X-Request-Id', 'chosen-by-the-client-0001']] };
        const [one, other] = [await subject.send(named), await subject.send(named)];
        const ids = [one, other].map(({ answer }) => answer && answerHeader(answer, 'x-request-id'));
        if (ids[0] !== ids[1]) return [];
        return [
          makeFinding(contract, 'request-id-on-every-answer', {
            member: 'X-Request-Id',
            expected: 'two ids',
            received: `X-Request-Id: ${ids.join(' twice, ')}`,
            exchanges: [one, other],
          }),
        ];
      },
    },
    {
      id: 'answers/authorization-twice',
      title: 'Two Authorization headers are refused',
      requirement: 'authorization-twice-is-400',
      operations: ['create-payment'],
      async run({ subject }) {
        const request = jsonRequest(subject.pathOf('createPayment'), subject.createBody);
        request.headers.push(['Authorization', 'Bearer $TOKEN']);
        const exchange = await subject.send(request);
        if (exchange.answer?.status === 400 && answerObject(exchange.answer)?.code === 'authorization_malformed') return [];
        return [
          makeFinding(contract, 'authorization-twice-is-400', {
            member: 'Authorization',
            difference: 'Authorization: once → twice',
            expected: '400 authorization_malformed',
            received: `${exchange.answer?.status} ${showValue(exchange.answer?.text)}`,
            exchanges: [exchange],
          }),
        ];
      },
    },
    {
      id: 'answers/every-member-named',
      title: 'A create with three wrong members names each, and the one that is missing',
      requirement: 'problem-names-members',
      operations: ['create-payment'],
      async run({ subject }) {
        const wrong = { cashTag: 7, isWhiteLabel: 'yes', returnUrl: 7 };
        const exchange = await subject.create(wrong);
        const { errors = [] } = (exchange.answer && answerObject(exchange.answer)) ?? {};
        const named = (Array.isArray(errors) ? errors : []).map(({ pointer }) => pointer);
        const missing = [...Object.keys(wrong), 'amount'].filter((member) => !named.includes(`/${member}`));
        if (missing.length === 0) return [];
        return [
          makeFinding(contract, 'problem-names-members', {
            expected: `errors with ${missing.map((member) => `/${member}`).join(', ')}`,
            received: `errors: ${showValue(errors)}`,
            exchanges: [exchange],
          }),
        ];
      },
    },
    {
      id: 'answers/problem-page',
      title: 'The type of a problem opens a page',
      requirement: 'problem-type-opens',
      operations: ['create-payment'],
      async run({ subject }) {
        const refused = await subject.share('refused', () => subject.create({}));
        const type = refused.answer && answerObject(refused.answer)?.type;
        const page = typeof type === 'string' && URL.canParse(type) ? await fetch(type).catch(() => undefined) : undefined;
        if (page?.ok) return [];
        return [
          makeFinding(contract, 'problem-type-opens', {
            member: 'type',
            expected: 'type: an absolute URL that opens a page',
            received: `type: ${showValue(type)}${page ? `, which answers ${page.status}` : ''}`,
            exchanges: [refused],
          }),
        ];
      },
    },
  ];
}

function header(
  contract: Contract,
  requirement: string,
  name: string,
  form: RegExp,
  wanted: string,
  exchange: Exchange,
): Finding[] {
  const value = exchange.answer && answerHeader(exchange.answer, name.toLowerCase());
  if (value !== undefined && form.test(value)) return [];
  return [
    makeFinding(contract, requirement, {
      member: name,
      expected: `${name}: ${wanted}`,
      received: `${name}: ${value ?? 'absent'}`,
      exchanges: [exchange],
    }),
  ];
}

import type { Contract } from '../../src/contract/contract.ts';
import { showValue } from '../../src/contract/describe-schema.ts';
import type { Case, Finding } from '../../src/engine/case.ts';
import { makeFinding } from '../../src/engine/make-finding.ts';
import { answerHeader, answerObject, type Exchange } from '../../src/http/exchange.ts';
import { successOf } from '../../src/subject/baseline.ts';
import { jsonRequest, type Subject } from '../../src/subject/subject.ts';

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
        const { request } = await subject.fetched();
        const exchange = await subject.send({ ...request, headers: [...request.headers, ['Accept', 'text/html']] });
        if (
          exchange.answer?.status === (await subject.fetched()).answer?.status &&
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
      title: 'Two requests get two request ids',
      requirement: 'request-id-on-every-answer',
      operations: ['create-payment', 'fetch-payment'],
      async run({ subject }) {
        const one = await subject.fetched();
        const other = await subject.send(one.request);
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
    ...orderCases(contract),
  ];
}

/** Requests that are wrong in two ways, and which of the two is answered. */
function orderCases(contract: Contract): Case[] {
  const without =
    (...dropped: string[]) =>
    (name: string) =>
      !dropped.includes(name);
  const pairs = [
    {
      id: 'token-before-body',
      keep: without('Authorization'),
      body: '{',
      code: 'unauthenticated',
      ways: 'no token, and malformed JSON',
    },
    {
      id: 'media-type-before-json',
      keep: without('Content-Type'),
      body: '{',
      code: 'unsupported_media_type',
      ways: 'no Content-Type, and malformed JSON',
    },
    {
      id: 'size-before-media-type',
      keep: without('Content-Type'),
      body: '{}'.padEnd(32 * 1024 + 1),
      code: 'payload_too_large',
      ways: 'too large, and no Content-Type',
    },
  ];
  return pairs.map(({ id, keep, body, code, ways }) => ({
    id: `answers/order/${id}`,
    title: `A create with two mistakes (${ways}) is answered ${code}`,
    requirement: 'checks-in-order',
    operations: ['create-payment'],
    async run({ subject }) {
      const request = jsonRequest(subject.pathOf('createPayment'), {});
      const exchange = await subject.send({ ...request, body, headers: request.headers.filter(([name]) => keep(name)) });
      const received = exchange.answer && answerObject(exchange.answer)?.code;
      if (received === code) return [];
      return [
        makeFinding(contract, 'checks-in-order', {
          difference: ways,
          expected: `${contract.problems.get(code)?.status} ${code}`,
          received: `${exchange.answer?.status} ${showValue(received)}`,
          exchanges: [exchange],
        }),
      ];
    },
  }));
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

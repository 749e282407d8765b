import type { Case, DeclareCases } from '../../src/case/case.ts';
import { type Contract, findAbout, type Operation, operationById } from '../../src/contract/contract.ts';
import { showValue } from '../../src/contract/describe-schema.ts';
import { isSuccess, type RequestSpec, responseHeader, responseObject } from '../../src/http/exchange.ts';
import { withHeader } from '../../src/http/json-request.ts';
import { broken, insteadOf } from '../../src/outcome/finding.ts';
import { requestFor } from '../../src/subject/request-for.ts';
import { sharedFetch } from '../../src/subject/shared-exchanges.ts';
import { bearerToken, showMarks } from '../../src/text/marks.ts';
import { everyOperation, everywhere, firstWrong } from '../play/odd-input.ts';

/** Headers that some clients and proxies send with every request, but that mean nothing in this contract. */
const others: [string, string][] = [
  ['Date', 'Tue, 01 Jan 2030 00:00:00 GMT'],
  ['From', 'shop@example.com'],
  ['Expect', '100-continue'],
  ['Accept-Language', 'de, en;q=0.5'],
  ['Traceparent', '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'],
  // A page that calls the API with fetch sends this header.
  ['Origin', 'https://shop.example'],
  ['Referer', 'https://shop.example/cart'],
  ['Sec-Fetch-Mode', 'cors'],
  ['X-Requested-With', 'XMLHttpRequest'],
  // Some clients send these headers with every request. In a POST they have no meaning (RFC 9110).
  ['Range', 'bytes=0-9'],
  ['If-Modified-Since', 'Thu, 01 Jan 2026 00:00:00 GMT'],
  ['Cache-Control', 'no-cache'],
  ['Pragma', 'no-cache'],
  ['Via', '1.1 proxy.example'],
];

const difference = `${others.map(([name]) => name).join(', ')}: absent → present`;

const withHeaders = (spec: RequestSpec, ...more: [string, string][]): RequestSpec => ({
  ...spec,
  headers: [...spec.headers, ...more],
});

/** Derives a case: a body without its required fields is refused in the same way whether these headers are sent or not. */
function refused(contract: Contract, operation: Operation): Case[] {
  const requirement = findAbout(operation, 'validation')?.id;
  if (requirement === undefined || !operation.request.required?.length) return [];
  return [
    {
      id: `answers/other-headers/refused/${operation.slug}`,
      title: `${operation.slug} without its fields is refused in the same way with these headers`,
      requirement,
      operations: [operation.slug],
      derived: true,
      async run({ subject }) {
        const spec = requestFor(operation, {});
        const without = await subject.send(spec);
        const exchange = await subject.send(withHeaders(spec, ...others));
        const [before, after] = [without, exchange].map(
          ({ answer: response }) => response && `${response.status} ${showValue(responseObject(response)?.code)}`,
        );
        if (before === after) return [];
        const about = { member: 'headers', difference, expected: `${before}, as without them`, received: `${after}` };
        return broken(contract, requirement, { ...about, exchanges: [exchange] });
      },
    },
  ];
}

/** Media types that frameworks read as JSON, and media types of other formats. */
const types = [
  ...['application/hal+json', 'application/problem+json', 'application/json5', 'application/x-ndjson', 'application/javascript'],
  ...['xapplication/json', 'application/jsonx'],
  ...['application/xml', 'application/octet-stream', 'multipart/form-data; boundary=x', '*/*', 'application/*'],
  ...['application/json, text/plain'],
];
const charsets = ['utf-16', 'windows-1252', 'utf-7', 'latin1'].map((name) => `charset=${name}`);
const encodings = ['deflate', 'br', 'zstd', 'compress', 'identity, gzip'];

/** Headers that declare another media type or encoding for a JSON body. */
const tries: [requirement: string, name: string, values: string[]][] = [
  ['other-media-type-is-415', 'Content-Type', types],
  [
    'other-charset-is-415',
    'Content-Type',
    [...charsets, 'Charset=latin1', 'CHARSET="utf-16"'].map((one) => `application/json; ${one}`),
  ],
  ['content-encoding-is-415', 'Content-Encoding', encodings],
];

/** Values of the second Authorization header: the same token again, and a token that was never issued. */
const seconds = [bearerToken, 'Bearer not-a-token-0123456789abcdef'];

export const otherHeadersCases: DeclareCases = (contract) => [
  {
    id: 'answers/other-headers',
    title: 'A create with headers that HTTP knows and the contract does not gets the response of one without them',
    requirement: 'create-answers-invoice',
    operations: ['create-payment'],
    async run({ subject }) {
      const exchange = await subject.send(withHeaders(subject.requestOf('createPayment', subject.createBody), ...others));
      if (exchange.answer && isSuccess(exchange.answer) && responseObject(exchange.answer)) return [];
      const about = insteadOf('a success with the invoice, as without them', exchange);
      return broken(contract, 'create-answers-invoice', { member: 'headers', difference, ...about });
    },
  },
  ...contract.operations.flatMap((operation) => refused(contract, operation)),
  {
    id: 'answers/other-headers/prefer',
    title: 'Prefer: return=minimal leaves the response as it is',
    requirement: 'fetch-status-200',
    operations: ['create-payment', 'fetch-payment'],
    async run({ subject }) {
      const { request } = await sharedFetch(subject);
      const exchange = await subject.send(withHeaders(request, ['Prefer', 'return=minimal']));
      const { status } = operationById(subject.contract, 'fetchPayment');
      if (exchange.answer && exchange.answer.status === status && responseObject(exchange.answer)) return [];
      return broken(contract, 'fetch-status-200', {
        member: 'Prefer',
        difference: 'Prefer: absent → return=minimal',
        ...insteadOf(`${status} and the invoice, as without it`, exchange),
      });
    },
  },
  ...tries.map(
    ([requirement, name, values]): Case => ({
      id: `answers/other-types/${requirement.replace('-is-415', '')}`,
      title: `A body is refused with ${values.length} other values of ${name}`,
      requirement,
      operations: ['create-payment', 'fetch-payment'],
      async run({ subject }) {
        const { request } = await sharedFetch(subject);
        return firstWrong(values, async (value) => {
          const exchange = await subject.send(withHeader(request, name, value));
          if (!exchange.answer || !(isSuccess(exchange.answer) || exchange.answer.status >= 500)) return [];
          const about = { member: name, difference: `${name}: ${value}` };
          return broken(contract, requirement, { ...about, ...insteadOf('415', exchange) });
        });
      },
    }),
  ),
  {
    id: 'answers/authorization-twice',
    title: 'Every operation refuses two Authorization headers, even if they are the same',
    requirement: 'authorization-twice-is-400',
    operations: everywhere(contract).map(({ slug }) => slug),
    problem: 'authorization_malformed',
    async run({ subject }) {
      const asked = (await everyOperation(subject)).flatMap(({ spec }) => seconds.map((second) => ({ spec, second })));
      return firstWrong(asked, async ({ spec, second }) => {
        const exchange = await subject.send(withHeaders(spec, ['Authorization', second]));
        if (exchange.answer?.status === 400 && responseObject(exchange.answer)?.code === 'authorization_malformed') return [];
        return broken(contract, 'authorization-twice-is-400', {
          member: 'Authorization',
          difference: `Authorization: once → twice, the second ${showMarks(second)}`,
          ...insteadOf('400 authorization_malformed', exchange),
        });
      });
    },
  },
  {
    id: 'answers/request-id-distinct',
    title: 'Two requests with the same X-Request-Id get two different request ids',
    requirement: 'request-id-on-every-answer',
    operations: ['create-payment', 'fetch-payment'],
    async run({ subject }) {
      const { request } = await sharedFetch(subject);
      // Sends the same X-Request-Id twice. A server that adopts the client's id would return it for both requests.
      const named = withHeaders(request, ['X-Request-Id', 'chosen-by-the-client-0001']);
      const exchanges = [await subject.send(named), await subject.send(named)];
      const ids = exchanges.map(({ answer: response }) => response && responseHeader(response, 'x-request-id'));
      if (ids[0] !== ids[1]) return [];
      const about = { member: 'X-Request-Id', expected: 'two ids', received: `X-Request-Id: ${ids.join(' twice, ')}` };
      return broken(contract, 'request-id-on-every-answer', { ...about, exchanges });
    },
  },
];

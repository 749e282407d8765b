import type { Case, DeclareCases } from '../../src/case/case.ts';
import { type Contract, operationById } from '../../src/contract/contract.ts';
import { showValue } from '../../src/contract/describe-schema.ts';
import { hasSucceeded, type RequestSpec } from '../../src/http/exchange.ts';
import { broken, insteadOf } from '../../src/outcome/finding.ts';
import { baselineOf } from '../../src/subject/baseline.ts';
import { requestFor } from '../../src/subject/request-for.ts';
import { firstWrong, judgeNoServerError } from '../play/odd-input.ts';

/** Malformed header values that a proxy, a script or an attacker may send. */
const headers: [name: string, ...values: string[]][] = [
  ['Accept', 'json', ';;;', 'a/b;q=x', '*'],
  ['Accept-Charset', 'no-such-charset'],
  ['Accept-Encoding', 'no-such-coding', 'gzip;q=x'],
  ['Accept-Language', '*;q=x', '-', 'a'.repeat(2000)],
  ['Content-Encoding', 'no-such-coding', ','],
  ['Content-Language', '-'],
  ['Content-Type', 'json', ';', ...['charset=no-such-charset', 'charset=', '=;='].map((one) => `application/json; ${one}`)],
  ['Cookie', 'no-pair', '=', 'a=%zz; b="'],
  ['Forwarded', 'for=;;', 'no-pair'],
  ['If-Modified-Since', 'yesterday'],
  ['Idempotency-Key', '\u00ff', ','],
  ['Origin', 'null', 'not a url'],
  ['Range', 'characters=0-', 'bytes=9-0'],
  ['Referer', 'not a url', 'https://[::'],
  ['Traceparent', '00-0-0-0', 'x'],
  ['User-Agent', 'a'.repeat(2000), '\u00ff'],
  ['X-Forwarded-For', 'unknown', ',,', '999.0.0.1'],
  ['X-Forwarded-Host', 'a b', ''],
  ['X-Forwarded-Port', 'x'],
  ['X-Forwarded-Proto', 'x'],
  ['X-Request-Id', '\u00ff', 'a'.repeat(2000)],
];

/** Request targets with characters that no URL allows in its query or path. */
const targets: ((path: string) => string)[] = [
  ...['%', '%zz=1', 'a=%ff', 'a[]=1&a[b]=2', '&&==', '__proto__=1', `a=${'b'.repeat(6000)}`].map(
    (query) => (path: string) => `${path}?${query}`,
  ),
  ...['%', '%zz', '%ff', '%00', '%2e%2e', 'a'.repeat(3000)].map((part) => (path: string) => `${path}/${part}`),
];

/** Cases for headers and request targets that a client could send by accident. */
export const oddHeadersCases: DeclareCases = (contract) => [
  oddCase(contract, 'answers/odd-headers', 'Malformed header values do not lead to a 5xx', (spec) =>
    headers.flatMap(([name, ...values]) =>
      values.map((value): Try => {
        const others = spec.headers.filter(([other]) => other !== name);
        return [name, value, { ...spec, headers: [...others, [name, value]] }];
      }),
    ),
  ),
  oddCase(
    contract,
    'answers/odd-headers/targets',
    'A very long path or query, or one with characters that no URL allows, does not lead to a 5xx',
    (spec) => targets.map((make): Try => ['target', make(spec.path), { ...spec, path: make(spec.path) }]),
  ),
  ...inPiecesCases(contract),
];

type Try = [name: string, value: string, spec: RequestSpec];

function oddCase(contract: Contract, id: string, title: string, tries: (spec: RequestSpec) => Try[]): Case {
  const fetch = operationById(contract, 'fetchPayment');
  return {
    id,
    title,
    requirement: 'bad-input-is-no-server-error',
    operations: ['create-payment', 'fetch-payment'],
    takesEither: true,
    derived: true,
    async run({ subject }) {
      const { body } = await baselineOf(subject, fetch);
      return firstWrong(tries(requestFor(fetch, body)), async ([name, value, spec]) =>
        judgeNoServerError(contract, name, showValue(value.slice(0, 80)), await subject.send(spec)),
      );
    },
  };
}

/** Milliseconds between two pieces of a body: enough for the server to read them separately, and too few for a timeout. */
const pause = 100;

const inPiecesCases: DeclareCases = (contract) => {
  const accepted = (about: Pick<Case, 'id' | 'title' | 'features'>, change: Partial<RequestSpec>, difference: string): Case => ({
    ...about,
    requirement: 'create-answers-invoice',
    operations: ['create-payment'],
    async run({ subject }) {
      const spec = subject.requestOf('createPayment', subject.createBody);
      const headers = [...spec.headers, ...(change.headers ?? [])];
      const exchange = await subject.send({ ...spec, ...change, headers });
      if (hasSucceeded(exchange)) return [];
      const about = { difference, ...insteadOf('a success, as for the body in one piece', exchange) };
      return broken(contract, 'create-answers-invoice', about);
    },
  });
  return [
    accepted(
      {
        id: 'answers/chunked',
        title: 'A create gets the same response whether its body comes in chunks or with a Content-Length',
        // Needs `limits`: without that feature, a deployment may refuse a body without a Content-Length.
        features: ['limits'],
      },
      { headers: [['Transfer-Encoding', 'chunked']] },
      'Transfer-Encoding: absent → chunked',
    ),
    accepted(
      {
        id: 'answers/in-two-pieces',
        title: 'A create whose body arrives in two pieces is accepted like one that arrives at once',
      },
      { pause },
      `the second half of the body: at once → ${pause} ms later`,
    ),
  ];
};

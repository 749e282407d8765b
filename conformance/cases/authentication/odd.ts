import type { DeclareCases } from '../../src/case/case.ts';
import { requirementAbout } from '../../src/contract/contract.ts';
import { showValue } from '../../src/contract/describe-schema.ts';
import { withHeader } from '../../src/http/json-request.ts';
import type { Finding } from '../../src/outcome/finding.ts';
import { bearerToken } from '../../src/text/marks.ts';
import { judgeNoSuccess, withoutHeader } from '../derive/refusals/send-violation.ts';
import { authorizedBy, everyOperation, everywhere, firstWrong, judgeNoServerError } from '../play/odd-input.ts';

/** Tokens that are malformed, very long, or tried by attackers. */
const tokens = [
  ...['   ', ',', '=', 'a b', 'a,b', '"', 'null', 'undefined', '%00', '*', '.*', "' OR '1'='1"],
  // Tokens that occur in examples and in test settings.
  ...['test', 'demo', 'secret', 'token', 'admin', 'guest', 'password', 'true', '0', '1', '123456'],
  ...['caf\u00e9', '\u00ff\u00fe', '..', 'a.b.c', 'eyJhbGciOiJub25lIn0.e30.', '__proto__', 'constructor'],
];

const credentials = [
  'Bearer',
  ...tokens.map((token) => `Bearer ${token}`),
  ...['Basic', 'Basic !', 'Basic Og==', 'Digest a', ':', '=', 'Bearer:a'],
  ...[600, 1000, 4000].map((length) => `Bearer ${'a'.repeat(length)}`),
];

/** Values of the second Authorization header. Some clients add one, for example with the credentials of their proxy. */
const seconds = [bearerToken, 'Bearer not-a-token-0123456789abcdef', 'Basic Og=='];

/** Cases for credentials that a client could send by accident. */
export const oddCases: DeclareCases = (contract) => [
  {
    id: 'authentication/odd',
    title:
      'Malformed and very long credentials are refused without a 500, and two Authorization headers do not lead to one either',
    requirement: 'bad-input-is-no-server-error',
    covers: everywhere(contract).map((operation) => requirementAbout(operation, 'authentication').id),
    operations: everywhere(contract).map(({ slug }) => slug),
    derived: true,
    async run({ subject }) {
      const asked = await everyOperation(subject);
      const twice = asked.flatMap(({ spec }) => seconds.map((second) => ({ spec, second })));
      const stumbles = await firstWrong(twice, async ({ spec, second }) => {
        const exchange = await subject.send({ ...spec, headers: [...spec.headers, ['Authorization', second]] });
        return judgeNoServerError(contract, 'Authorization', `once more: ${showValue(second)}`, exchange);
      });
      if (stumbles.length > 0) return stumbles;
      return firstWrong(
        credentials.map((value, at) => ({ value, ...(asked[at % asked.length] as (typeof asked)[0]) })),
        async ({ value, operation, spec }) => {
          const exchange = await subject.send(authorizedBy(value, spec));
          const about = { member: 'Authorization', difference: `Authorization: ${showValue(value)}` };
          return [
            ...judgeNoServerError(contract, 'Authorization', showValue(value), exchange),
            ...judgeNoSuccess(contract, requirementAbout(operation, 'authentication').id, exchange, about),
          ];
        },
      );
    },
  },
  {
    id: 'authentication/cookies/returned',
    title: 'A request with the cookies from earlier responses and without a token is refused',
    requirement: 'token-in-header-only',
    operations: everywhere(contract).map(({ slug }) => slug),
    derived: true,
    async run({ subject }): Promise<Finding[]> {
      const asked = await everyOperation(subject);
      const responses = [];
      for (const { spec } of asked) responses.push((await subject.send(spec)).answer);
      const set = responses.flatMap((response) => response?.headers ?? []).filter(([name]) => /^set-cookie$/i.test(name));
      // Keeps the last value of each name, as a browser does.
      const cookies = new Map(set.map(([, value]) => (value.split(';', 1)[0] ?? '').split('=', 2) as [string, string]));
      const cookie = Array.from(cookies, ([name, value]) => `${name}=${value}`).join('; ');
      if (cookie === '') return [];
      const about = { member: 'Authorization', difference: `Authorization: the token → none; Cookie: ${cookie}` };
      return firstWrong(asked, async ({ spec }) => {
        const exchange = await subject.send(withHeader(withoutHeader('Authorization', spec), 'Cookie', cookie));
        return judgeNoSuccess(contract, 'token-in-header-only', exchange, about);
      });
    },
  },
];

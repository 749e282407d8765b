import type { DeclareCases } from '../../src/case/case.ts';
import { showValue } from '../../src/contract/describe-schema.ts';
import { isSuccess } from '../../src/http/exchange.ts';
import { broken, type Finding } from '../../src/outcome/finding.ts';
import { withoutHeader } from '../derive/refusals/send-violation.ts';
import { everyOperation, everywhere } from '../play/every-operation.ts';

/**
 * Cases for sessions, which some frameworks start by themselves: the cookie from a request with a token must not replace the
 * token.
 */
export const cookiesCases: DeclareCases = (contract) => [
  {
    id: 'authentication/cookies/returned',
    title: 'Cookies that came with responses let no request in that has no token',
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
      for (const { spec } of asked) {
        const without = withoutHeader('Authorization', spec);
        const exchange = await subject.send({ ...without, headers: [...without.headers, ['Cookie', cookie]] });
        if (!exchange.answer || !isSuccess(exchange.answer)) continue;
        return broken(contract, 'token-in-header-only', {
          member: 'Authorization',
          difference: `Authorization: the token → none; Cookie: ${cookie}`,
          expected: 'no success: 401',
          received: `${exchange.answer.status} ${showValue(exchange.answer.text)}`,
          exchanges: [exchange],
        });
      }
      return [];
    },
  },
];

import type { DeclareCases } from '../../src/case/case.ts';
import { isSuccess } from '../../src/http/exchange.ts';
import { broken, type Finding, insteadOf } from '../../src/outcome/finding.ts';
import { withoutHeader } from '../derive/refusals/send-violation.ts';
import { everyOperation, everywhere } from '../play/every-operation.ts';

/**
 * Cases for sessions, which some frameworks start on their own. A cookie that came with an earlier response must not replace the
 * token.
 */
export const cookiesCases: DeclareCases = (contract) => [
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
      for (const { spec } of asked) {
        const without = withoutHeader('Authorization', spec);
        const exchange = await subject.send({ ...without, headers: [...without.headers, ['Cookie', cookie]] });
        if (!exchange.answer || !isSuccess(exchange.answer)) continue;
        return broken(contract, 'token-in-header-only', {
          member: 'Authorization',
          difference: `Authorization: the token → none; Cookie: ${cookie}`,
          ...insteadOf('no success: 401', exchange),
        });
      }
      return [];
    },
  },
];

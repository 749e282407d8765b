import type { DeclareCases } from '../../src/case/case.ts';
import { hasSucceeded } from '../../src/http/exchange.ts';
import { broken, insteadOf } from '../../src/outcome/finding.ts';
import { sharedFetch } from '../../src/subject/shared-exchanges.ts';
import { withToken } from '../../src/subject/switch-account.ts';
import { tokenMark } from '../../src/text/marks.ts';
import { judgeCode, judgeNoSuccess } from '../derive/refusals/send-violation.ts';
import { authorizedBy, everyOperation, everywhere, firstWrong } from '../play/odd-input.ts';
import { turnLastLetter } from './loose.ts';

/** Schemes of other APIs, and schemes that only begin or end like Bearer. The last two have no space before the token. */
const otherSchemes = [
  ...['Token ', 'ApiKey ', 'OAuth ', 'JWT ', 'Digest ', 'Bear ', 'BearerToken ', 'X-Bearer ', 'Bearer=', 'Bearer'],
];

export const schemeCases: DeclareCases = (contract) => [
  {
    id: 'authentication/scheme/any-case',
    title: 'The scheme is accepted in any letter case, such as bearer or BEARER',
    requirement: 'token-scheme-any-case/scheme',
    operations: everywhere(contract).map(({ slug }) => slug),
    derived: true,
    async run({ subject }) {
      const asked = (await everyOperation(subject)).flatMap((each) =>
        ['bearer', 'BEARER', 'bEaReR'].map((scheme) => ({ ...each, scheme })),
      );
      return firstWrong(asked, async ({ operation, spec, scheme }) => {
        const exchange = await subject.send(authorizedBy(`${scheme} ${tokenMark}`, spec));
        // The made-up receipt may be rejected, so a submission counts as authenticated unless it gets a 401.
        const isTaken = operation.id === 'submitReceipt' ? exchange.answer?.status !== 401 : hasSucceeded(exchange);
        if (isTaken) return [];
        return broken(contract, 'token-scheme-any-case', {
          member: 'Authorization',
          difference: `Authorization: Bearer $TOKEN → ${scheme} $TOKEN`,
          ...insteadOf(operation.id === 'submitReceipt' ? 'no 401' : 'a success', exchange),
        });
      });
    },
  },
  {
    id: 'authentication/scheme/others',
    title: `The token is refused with ${otherSchemes.length} schemes of other APIs`,
    requirement: 'fetch-requires-token',
    operations: ['fetch-payment'],
    async run({ subject }) {
      const { request } = await sharedFetch(subject);
      return firstWrong(otherSchemes, async (scheme) => {
        const about = { member: 'Authorization', difference: `Authorization: Bearer $TOKEN → ${scheme}$TOKEN` };
        const exchange = await subject.send(authorizedBy(`${scheme}${tokenMark}`, request));
        return judgeNoSuccess(contract, 'fetch-requires-token', exchange, about);
      });
    },
  },
  {
    id: 'authentication/scheme/every-character',
    title: 'The token is refused with padding after it, with other base64 characters, and with its last letter in the other case',
    requirement: 'token-scheme-any-case/token',
    operations: ['fetch-payment'],
    async run({ subject }) {
      const { request } = await sharedFetch(subject);
      const { token } = subject.settings;
      const others = ['=', '==', '.', '%20'].map((more) => token + more);
      const signs = [...'-_+/'].flatMap((sign) => [...'-_+/'].map((other) => token.replaceAll(sign, other)));
      const wrong = new Set([...others, ...signs, turnLastLetter(token)]);
      wrong.delete(token);
      const difference = 'Authorization: the token → the token with padding, other signs or another letter';
      return firstWrong([...wrong], async (other) => {
        const exchange = await withToken(subject, other).send(request);
        return judgeNoSuccess(contract, 'token-scheme-any-case', exchange, { member: 'Authorization', difference });
      });
    },
  },
  {
    id: 'authentication/scheme/alone',
    title: 'Bearer and nothing more is an empty token: 401 invalid_token, at every operation',
    requirement: 'unknown-token-is-401',
    operations: everywhere(contract).map(({ slug }) => slug),
    derived: true,
    async run({ subject, features }) {
      return firstWrong(await everyOperation(subject), async ({ spec }) => {
        const exchange = await subject.send(authorizedBy('Bearer', spec));
        return judgeCode(contract, features, 'unknown-token-is-401', 'invalid_token', exchange);
      });
    },
  },
];

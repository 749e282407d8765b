import type { CaseContext, DeclareCases } from '../../src/case/case.ts';
import { type Exchange, hasSucceeded } from '../../src/http/exchange.ts';
import { broken, insteadOf } from '../../src/outcome/finding.ts';
import { sharedFetch } from '../../src/subject/shared-exchanges.ts';
import { withToken } from '../../src/subject/switch-account.ts';
import { tokenMark } from '../../src/text/marks.ts';
import { judgeCode } from '../derive/refusals/send-violation.ts';
import { authorizedBy, everyOperation, everywhere, firstWrong } from '../play/odd-input.ts';

/** Header values that have the right scheme but no well-formed token. */
const malformed = [{ id: 'alone', title: 'Bearer and nothing more is an empty token', value: 'Bearer' }];

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
        // The made-up receipt may be rejected, so a submit counts as authenticated unless it gets a 401.
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
        const exchange = await subject.send(authorizedBy(`${scheme}${tokenMark}`, request));
        if (!hasSucceeded(exchange)) return [];
        return broken(contract, 'fetch-requires-token', {
          member: 'Authorization',
          difference: `Authorization: Bearer $TOKEN → ${scheme}$TOKEN`,
          ...insteadOf('no success: 401', exchange),
        });
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
      return firstWrong(
        [...new Set([...others, ...signs, withLastLetterTurned(token)])].filter((other) => other !== token),
        async (other) => {
          const exchange = await withToken(subject, other).send(request);
          if (!hasSucceeded(exchange)) return [];
          return broken(contract, 'token-scheme-any-case', {
            member: 'Authorization',
            difference: 'Authorization: the token → the token with padding, other signs or another letter',
            ...insteadOf('no success: 401', exchange),
          });
        },
      );
    },
  },
  ...malformed.map(({ id, title, value }) => ({
    id: `authentication/scheme/${id}`,
    title: `${title}: 401 invalid_token, at every operation`,
    requirement: 'unknown-token-is-401',
    operations: everywhere(contract).map(({ slug }) => slug),
    derived: true,
    async run({ subject, features }: CaseContext) {
      for (const { spec } of await everyOperation(subject)) {
        const exchange: Exchange = await subject.send(authorizedBy(value, spec));
        const findings = judgeCode(contract, features, 'unknown-token-is-401', 'invalid_token', exchange);
        if (findings.length > 0) return findings;
      }
      return [];
    },
  })),
];

const withLastLetterTurned = (token: string): string =>
  token.replace(/[a-z](?=[^a-z]*$)/i, (one) => (one === one.toLowerCase() ? one.toUpperCase() : one.toLowerCase()));

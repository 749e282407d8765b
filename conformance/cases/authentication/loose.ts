import type { Case, DeclareCases } from '../../src/case/case.ts';
import { requirementAbout } from '../../src/contract/contract.ts';
import { hasSucceeded, type RequestSpec } from '../../src/http/exchange.ts';
import { CaseInconclusive } from '../../src/outcome/case-inconclusive.ts';
import { CaseSkipped } from '../../src/outcome/case-skipped.ts';
import { broken, type Finding, insteadOf } from '../../src/outcome/finding.ts';
import type { Subject } from '../../src/subject/subject.ts';
import { withToken } from '../../src/subject/switch-account.ts';
import { everyOperation, everywhere, firstWrong } from '../play/odd-input.ts';

/** Replaces each letter with the next letter and each digit with the next digit, which keeps the form of a token. */
const turn = (text: string): string =>
  text.replace(/[a-z0-9]/gi, (one) =>
    one === 'z' ? 'a' : one === 'Z' ? 'A' : one === '9' ? '0' : String.fromCharCode(one.charCodeAt(0) + 1),
  );

const swapCase = (text: string): string =>
  text.replace(/[a-z]/gi, (one) => (one === one.toLowerCase() ? one.toUpperCase() : one.toLowerCase()));

export const turnLastLetter = (token: string): string => token.replace(/[a-z](?=[^a-z]*$)/i, swapCase);

const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** Returns the base64 digit that differs from this one in the highest bit, because the lower bits may be padding. */
const otherDigit = (digit: string): string => digits[digits.indexOf(digit) ^ 32] ?? 'A';

/** The minimum length of a token to cut or change. A shorter one could become empty, or turn into another valid token. */
const long = 8;

/** Swaps two different adjacent characters in the token's second half. A checksum that adds up all characters misses this. */
function exchanged(token: string): string[] {
  const at = [...token].findIndex(
    (one, index) => index * 2 >= token.length && token[index + 1] !== undefined && one !== token[index + 1],
  );
  return at === -1 ? [] : [token.slice(0, at) + token[at + 1] + token[at] + token.slice(at + 2)];
}

/** Applies `turn` to the characters of a token between two positions. */
const turnFrom = (token: string, from: number, to = token.length): string =>
  token.slice(0, from) + turn(token.slice(from, to)) + token.slice(to);

/** Slight changes to tokens of at least `least` characters. For some tokens, such as UUIDs, `make` returns an empty list. */
const resembling: [id: string, title: string, least: number, make: (token: string) => string[]][] = [
  [
    'in-other-case',
    'in other case',
    1,
    // Leaves out hexadecimal tokens, such as UUIDs, because case makes no difference in them.
    (token) => (/^[\da-f-]+$/i.test(token) ? [] : [swapCase(token), turnLastLetter(token)]),
  ],
  [
    'cut-off',
    'without its last characters',
    long,
    // Leaves the padding of a signed token in place, because some decoders accept a token without it.
    (token) => [...(token.endsWith('=') ? [] : [1]), 3, 4, 6, 7].map((off) => token.slice(0, -off)),
  ],
  ['without-beginning', 'without its first characters', long, (token) => [1, 4].map((off) => token.slice(off))],
  ['other-end', 'with other characters at its end', long, (token) => [4, 6].map((last) => turnFrom(token, token.length - last))],
  ['other-last', 'with another last character', long, (token) => [token.slice(0, -1) + otherDigit(token.at(-1) ?? '')]],
  [
    'other-beginning',
    'with other characters at its beginning',
    long,
    (token) => [1, 8].map((first) => turnFrom(token, 0, first)),
  ],
  [
    'other-middle',
    'with other characters in its middle',
    long,
    (token) => [turnFrom(token, (token.length >> 1) - 2, (token.length >> 1) + 2)],
  ],
  ['in-quotes', 'in quotes', 1, (token) => [`"${token}"`, `'${token}'`]],
  ['in-list', 'in a list with another', 1, (token) => [`not-a-token,${token}`, `${token},not-a-token`, `not-a-token, ${token}`]],
  [
    'percent-encoded',
    'with a percent-encoded character',
    1,
    (token) => [`%${token.charCodeAt(0).toString(16).padStart(2, '0')}${token.slice(1)}`],
  ],
  [
    'with-more',
    'with more around it',
    1,
    (token) => [
      ...[`${token}${token}`, `${token}:x`, `${token}.`, `${token} x`, `x ${token}`, `token=${token}`, `<${token}>`],
      ...[`token="${token}"`, `${token}\tx`],
    ],
  ],
  [
    'encoded',
    'encoded once more',
    1,
    (token) => (['base64', 'base64url', 'hex'] as const).map((encoding) => Buffer.from(token).toString(encoding)),
  ],
  [
    'in-other-order',
    'with its characters in another order',
    long,
    (token) => [...exchanged(token), [...token].reverse().join('')],
  ],
  [
    'with-unseen',
    'with an invisible character in it',
    // In a shorter token the invisible character would be the first one, and servers may drop leading white space.
    3,
    (token) => ['\u00ad', '\u00a0', '\t'].map((unseen) => token.slice(0, -2) + unseen + token.slice(-2)),
  ],
];

/** Repeats a request on a new connection: some libraries cache headers per connection. Returns a remark if it is refused. */
async function whereRefused(subject: Subject, spec: RequestSpec): Promise<string> {
  try {
    const exchange = await subject.send({ ...spec, headers: [...spec.headers, ['Connection', 'close']] });
    if (hasSucceeded(exchange)) return '';
    return ` over a connection that had carried the token; ${exchange.answer?.status} over a new one`;
  } catch (error) {
    // A self-check replays a recorded run, which does not contain this request.
    if (error instanceof CaseInconclusive) return '';
    throw error;
  }
}

export const looseCases: DeclareCases = (contract) => {
  const [first, ...others] = everywhere(contract).map((operation) => requirementAbout(operation, 'authentication').id);
  return resembling.map(
    ([id, title, least, make]): Case => ({
      id: `authentication/loose/${id}`,
      title: `The token ${title} is refused by every operation`,
      requirement: first ?? '',
      covers: others,
      operations: everywhere(contract).map(({ slug }) => slug),
      derived: true,
      async run({ subject }): Promise<Finding[]> {
        const { token, otherToken = '' } = subject.settings;
        if (token.length < least) throw new CaseSkipped(`The token of the run is too short to be given ${title}.`);
        const tokens = make(token).filter((other) => other !== token && other.length > 0);
        // Any account's token can create an invoice, so tokens that resemble the other account's token are tried too.
        const theirs = otherToken.length < least ? [] : make(otherToken).filter((other) => other !== otherToken);
        const asked = await everyOperation(subject);
        const tries = asked.map(({ operation, spec }) =>
          firstWrong(operation.id === 'createPayment' ? [...tokens, ...theirs] : tokens, async (other) => {
            const exchange = await withToken(subject, other).send(spec);
            if (!hasSucceeded(exchange)) return [];
            const { received, ...about } = insteadOf('no success: 401', exchange);
            return broken(contract, requirementAbout(operation, 'authentication').id, {
              ...about,
              member: 'Authorization',
              difference: `Authorization: the token ${title}`,
              received: `${received}${await whereRefused(withToken(subject, other), spec)}`,
            });
          }),
        );
        return (await Promise.all(tries)).flat();
      },
    }),
  );
};

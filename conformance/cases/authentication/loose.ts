import type { Case, DeclareCases } from '../../src/case/case.ts';
import { requirementAbout } from '../../src/contract/contract.ts';
import { showValue } from '../../src/contract/describe-schema.ts';
import { isSuccess, type RequestSpec } from '../../src/http/exchange.ts';
import { CaseInconclusive } from '../../src/outcome/case-inconclusive.ts';
import { CaseSkipped } from '../../src/outcome/case-skipped.ts';
import { type Finding, makeFinding } from '../../src/outcome/finding.ts';
import type { Subject } from '../../src/subject/subject.ts';
import { withToken } from '../../src/subject/switch-account.ts';
import { everyOperation, everywhere, firstWrong } from '../play/odd-input.ts';

/** Replaces each letter or digit by the next of its kind, so that every character changes but the form stays the same. */
const turn = (text: string): string =>
  text.replace(/[a-z0-9]/gi, (one) =>
    one === 'z' ? 'a' : one === 'Z' ? 'A' : one === '9' ? '0' : String.fromCharCode(one.charCodeAt(0) + 1),
  );

const swapCase = (text: string): string =>
  text.replace(/[a-z]/gi, (one) => (one === one.toLowerCase() ? one.toUpperCase() : one.toLowerCase()));

const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** Returns the base64 digit that differs from this one in the highest bit, because the lower bits may be padding. */
const otherDigit = (digit: string): string => digits[digits.indexOf(digit) ^ 32] ?? 'A';

/**
 * The minimum length of a token that is to be cut or changed. A shorter token would leave too little, or could become another
 * valid one.
 */
const long = 8;

/** Swaps the first two adjacent characters that differ in the second half. A checksum that adds all characters misses this. */
function exchanged(token: string): string[] {
  const at = [...token].findIndex(
    (one, index) => index * 2 >= token.length && token[index + 1] !== undefined && one !== token[index + 1],
  );
  return at === -1 ? [] : [token.slice(0, at) + token[at + 1] + token[at] + token.slice(at + 2)];
}

/** Ways to make tokens that resemble the right one. `make` returns no token if it cannot change the given one. */
const resembling: { id: string; title: string; make(token: string): string[]; least?: number }[] = [
  // Leaves out hexadecimal tokens, such as UUIDs, because case makes no difference in them.
  {
    id: 'in-other-case',
    title: 'in other case',
    make: (token) => (/^[\da-f-]+$/i.test(token) ? [] : [swapCase(token), token.replace(/[a-z](?=[^a-z]*$)/i, swapCase)]),
  },
  // Leaves the padding of a signed token in place, because some decoders accept a token without it.
  {
    id: 'cut-off',
    least: long,
    title: 'without its last characters',
    make: (token) => [...(token.endsWith('=') ? [] : [1]), 3, 4, 6, 7].map((off) => token.slice(0, -off)),
  },
  {
    id: 'without-beginning',
    least: long,
    title: 'without its first characters',
    make: (token) => [1, 4].map((off) => token.slice(off)),
  },
  {
    id: 'other-end',
    least: long,
    title: 'with other characters at its end',
    make: (token) => [4, 6].map((last) => token.slice(0, -last) + turn(token.slice(-last))),
  },
  {
    id: 'other-last',
    least: long,
    title: 'with another last character',
    make: (token) => [token.slice(0, -1) + otherDigit(token.at(-1) ?? '')],
  },
  {
    id: 'other-beginning',
    least: long,
    title: 'with other characters at its beginning',
    make: (token) => [1, 8].map((first) => turn(token.slice(0, first)) + token.slice(first)),
  },
  {
    id: 'other-middle',
    least: long,
    title: 'with other characters in its middle',
    make: (token) => {
      const at = Math.floor(token.length / 2);
      return [token.slice(0, at - 2) + turn(token.slice(at - 2, at + 2)) + token.slice(at + 2)];
    },
  },
  { id: 'in-quotes', title: 'in quotes', make: (token) => [`"${token}"`, `'${token}'`] },
  {
    id: 'in-list',
    title: 'in a list with another',
    make: (token) => [`not-a-token,${token}`, `${token},not-a-token`, `not-a-token, ${token}`],
  },
  {
    id: 'percent-encoded',
    title: 'with a percent-encoded character',
    make: (token) => [`%${token.charCodeAt(0).toString(16).padStart(2, '0')}${token.slice(1)}`],
  },
  {
    id: 'with-more',
    title: 'with more around it',
    make: (token) => [
      ...[`${token}${token}`, `${token}:x`, `${token}.`, `${token} x`, `x ${token}`, `token=${token}`, `<${token}>`],
      ...[`token="${token}"`, `${token}\tx`],
    ],
  },
  {
    id: 'encoded',
    title: 'encoded once more',
    make: (token) => (['base64', 'base64url', 'hex'] as const).map((encoding) => Buffer.from(token).toString(encoding)),
  },
  {
    id: 'in-other-order',
    least: long,
    title: 'with its characters in another order',
    make: (token) => [...exchanged(token), [...token].reverse().join('')],
  },
  {
    id: 'with-unseen',
    // In a shorter token the invisible character would be the first one, and servers may drop leading white space.
    least: 3,
    title: 'with an invisible character in it',
    make: (token) => ['\u00ad', '\u00a0', '\t'].map((unseen) => token.slice(0, -2) + unseen + token.slice(-2)),
  },
];

/**
 * Repeats, over a new connection, a request that was accepted with a wrong token. Describes the response if it is a refusal. Some
 * HTTP libraries cache a connection's headers, and mistake a token in another letter case for the cached one.
 */
async function whereRefused(subject: Subject, spec: RequestSpec): Promise<string> {
  try {
    const { answer: response } = await subject.send({ ...spec, headers: [...spec.headers, ['Connection', 'close']] });
    if (response === undefined || isSuccess(response)) return '';
    return ` over a connection that had carried the token; ${response.status} over a new one`;
  } catch (error) {
    // A self-check replays a recorded run, which does not contain this request.
    if (error instanceof CaseInconclusive) return '';
    throw error;
  }
}

export const looseCases: DeclareCases = (contract) => {
  const [first, ...others] = everywhere(contract).map((operation) => requirementAbout(operation, 'authentication').id);
  return resembling.map(
    ({ id, title, make, least = 1 }): Case => ({
      id: `authentication/loose/${id}`,
      title: `The token ${title} is refused by every operation`,
      requirement: first ?? '',
      covers: others,
      operations: everywhere(contract).map(({ slug }) => slug),
      derived: true,
      async run({ subject }): Promise<Finding[]> {
        const { token, otherToken } = subject.settings;
        const tokens = make(token).filter((other) => other !== token && other.length > 0);
        // A create succeeds with the token of any account. So it is also sent with tokens that resemble the other account's.
        const theirs = make(otherToken ?? '').filter((other) => other !== otherToken && otherToken && otherToken.length >= least);
        if (token.length < least) throw new CaseSkipped(`The token of the run is too short to be given ${title}.`);
        const asked = await everyOperation(subject);
        const tries = asked.map(({ operation, spec }) =>
          firstWrong(operation.id === 'createPayment' ? [...tokens, ...theirs] : tokens, async (other) => {
            const exchange = await withToken(subject, other).send(spec);
            if (!exchange.answer || !isSuccess(exchange.answer)) return [];
            const where = await whereRefused(withToken(subject, other), spec);
            return [
              makeFinding(contract, requirementAbout(operation, 'authentication').id, {
                member: 'Authorization',
                difference: `Authorization: the token ${title}`,
                expected: 'no success: 401',
                received: `${exchange.answer.status} ${showValue(exchange.answer.text)}${where}`,
                exchanges: [exchange],
              }),
            ];
          }),
        );
        return (await Promise.all(tries)).flat();
      },
    }),
  );
};

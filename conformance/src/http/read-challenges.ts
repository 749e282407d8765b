import type { Contract } from '../contract/contract.ts';
import { type ExpectedChallenge, factsOf } from '../contract/domain.ts';
import type { HttpResponse } from './exchange.ts';

export interface Challenge {
  /** In lower case. */
  scheme: string;
  /** Values without quotes, by parameter name in lower case. */
  parameters: Map<string, string>;
}

const token = String.raw`[!#$%&'*+.^_\x60|~0-9A-Za-z-]+`;
/** Matches a parameter with its value, or a scheme, which is not followed by `=`. */
const part = new RegExp(String.raw`(${token})(?:[ \t]*=[ \t]*(?:"((?:[^"\\]|\\.)*)"|(${token}))|(?![ \t]*=))`, 'g');

/** Parses all challenges in a response's WWW-Authenticate headers. */
export function readChallenges(response: HttpResponse): Challenge[] {
  const challenges: Challenge[] = [];
  for (const [, name = '', quoted, bare] of sentBy(response).join(', ').matchAll(part)) {
    const value = quoted?.replace(/\\(.)/g, '$1') ?? bare;
    if (value === undefined) challenges.push({ scheme: name.toLowerCase(), parameters: new Map() });
    else challenges.at(-1)?.parameters.set(name.toLowerCase(), value);
  }
  return challenges;
}

/** Returns the challenge that a response with this problem code should contain but does not. Further challenges are allowed. */
export function missingChallenge(
  contract: Pick<Contract, 'domain'>,
  code: string,
  response: HttpResponse,
): ExpectedChallenge | undefined {
  const expected = factsOf(contract).challenges.get(code);
  const bearers = readChallenges(response).filter(({ scheme }) => scheme === 'bearer');
  return bearers.some(({ parameters }) => expected?.isRight(parameters)) ? undefined : expected;
}

/** Returns the challenges of a response as they were received, as one line. */
export const challengesIn = (response: HttpResponse): string => sentBy(response).join(', ') || 'absent';

const sentBy = ({ headers }: HttpResponse): string[] =>
  headers.flatMap(([name, value]) => (name === 'www-authenticate' ? [value] : []));

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

/** Returns the challenge that a 401 with this problem code should contain but does not. Further challenges are allowed. */
export function missingChallenge(code: string, response: HttpResponse): string | undefined {
  const bearers = readChallenges(response).filter(({ scheme }) => scheme === 'bearer');
  const hasBearer = (isRight: (parameters: Challenge['parameters']) => boolean): boolean =>
    bearers.some(({ parameters }) => isRight(parameters));
  if (code === 'invalid_token' && !hasBearer((sent) => sent.get('error') === 'invalid_token'))
    return 'Bearer … error="invalid_token"';
  if (code === 'unauthenticated' && !hasBearer((sent) => sent.get('realm') === 'payments' && !sent.has('error')))
    return 'Bearer realm="payments", without an error';
  return undefined;
}

/** Returns the challenges of a response as they were received, as one line. */
export const challengesIn = (response: HttpResponse): string => sentBy(response).join(', ') || 'absent';

const sentBy = ({ headers }: HttpResponse): string[] =>
  headers.flatMap(([name, value]) => (name === 'www-authenticate' ? [value] : []));

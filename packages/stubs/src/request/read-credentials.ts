import type { Alternative, CredentialKind } from '../contract/load-contract.ts';
import { ProblemError } from '../problems/problem-error.ts';
import { type ApiRequest, headerValues } from './api-messages.ts';

/** A token or a key, and the name of its security scheme. */
export interface Credential {
  scheme: string;
  token: string;
}

/**
 * Reads the credentials of the first alternative that the request fulfils. Text that cannot be a key counts as no key. A key
 * header that was sent twice is refused, because it is unclear which account it identifies.
 * @throws ProblemError unauthenticated when the request fulfils no alternative; authorization_malformed; invalid_token
 */
export function readCredentials<Scope>(
  request: Pick<ApiRequest, 'rawHeaders'>,
  alternatives: readonly Alternative<Scope>[],
): { credentials: Credential[]; scopes: readonly Scope[] } {
  let refusal: unknown;
  for (const { kinds, scopes } of alternatives) {
    try {
      return { credentials: kinds.map((kind) => readOne(request, kind)), scopes };
    } catch (error) {
      // A malformed token is reported immediately, but missing credentials only if no alternative is fulfilled.
      if (!(error instanceof ProblemError && error.code === 'unauthenticated')) throw error;
      refusal ??= error;
    }
  }
  throw refusal ?? unauthenticated();
}

function readOne(request: Pick<ApiRequest, 'rawHeaders'>, { scheme, header }: CredentialKind): Credential {
  if (header === undefined) return { scheme, token: readBearerToken(request) };
  const [key = '', ...more] = headerValues(request, header);
  if (more.length > 0)
    throw new ProblemError('authorization_malformed', `The request carries more than one ${header} header. Send it once.`);
  if (!/^[\x21-\x7e]+$/.test(key)) throw unauthenticated();
  return { scheme, token: key };
}

const challenge = 'Bearer realm="payments"';

/** Matches the Authorization header in its usual form, with exactly one token. The token is a b64token (RFC 6750 §2.1). */
const ordinary = /^bearer ([\w.~+/-]+=*)$/i;

/**
 * Matches a comma with which proxies and fetch-style servers join a repeated Authorization header (RFC 9110 §5.3). It stands at
 * the end, or before a scheme and a space. A comma inside a token or other credentials never stands there.
 */
const nextCredentials = /,[ \t]*(?:$|(?=[\w-]+[ \t]+[^\s=,]))/;

/**
 * Reads the token from `Authorization: Bearer <AUTH_TOKEN>` (RFC 6750). The case of the scheme does not matter.
 * @throws ProblemError unauthenticated when there is none, authorization_malformed when there are two, invalid_token
 * when it is empty
 */
export function readBearerToken(request: Pick<ApiRequest, 'rawHeaders'>): string {
  const sent = headerValues(request, 'authorization');
  const [, plain] = (sent.length === 1 && ordinary.exec(sent[0] ?? '')) || [];
  if (plain !== undefined) return plain;
  const values = sent.flatMap((value) => value.split(nextCredentials, 2));
  if (values.length > 1)
    throw new ProblemError('authorization_malformed', 'The request carries more than one Authorization header. Send it once.');
  // Splits the text at white space. A regular expression that removes trailing spaces would take time quadratic in their number.
  const [scheme, token, ...rest] = values[0]?.split(/[ \t]+/, 4).filter((part) => part !== '') ?? [];
  if (scheme?.toLowerCase() !== 'bearer') throw unauthenticated();
  // Only spaces and tabs are white space in HTTP. A no-break space, for example, makes the token invalid.
  if (!token || rest.length > 0 || /[^\x21-\x7e]/.test(token)) throw invalidToken();
  return token;
}

/** Returns the problem of a request without credentials. Its WWW-Authenticate header has no `error` (RFC 6750 §3.1). */
function unauthenticated(): ProblemError {
  return new ProblemError('unauthenticated', 'The request carries no bearer token. Send `Authorization: Bearer <AUTH_TOKEN>`.', {
    headers: { 'WWW-Authenticate': challenge },
  });
}

/** Returns the problem of a token that is unknown, revoked, expired or mistyped. The problem does not say which. */
export function invalidToken(): ProblemError {
  return new ProblemError('invalid_token', 'The service does not know this token. Check that it was copied completely.', {
    headers: { 'WWW-Authenticate': `${challenge}, error="invalid_token"` },
  });
}

import type { Alternative, CredentialKind } from '../contract/documented-operation.ts';
import { ProblemError } from '../problems/problem-error.ts';
import { type ApiRequest, headerValues } from './api-request.ts';
import { readBearerToken, unauthenticated } from './read-bearer-token.ts';

/** A token or a key, with the name of its security scheme. */
export interface Credential {
  scheme: string;
  token: string;
}

/**
 * Reads the credentials of the first alternative for which the request has all of them. Refuses a header with several
 * keys, or with text that cannot be a key, because it does not show whose request it is.
 * @throws ProblemError unauthenticated when no alternative has all its credentials, authorization_malformed,
 * invalid_token
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
      // Reports a malformed token rather than a missing key, because that helps the sender more.
      if (!(error instanceof ProblemError)) throw error;
      if (error.code !== 'unauthenticated') throw error;
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

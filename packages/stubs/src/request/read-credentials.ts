import type { Alternative, CredentialKind } from '../contract/credential-kinds.ts';
import { ProblemError } from '../problems/problem-error.ts';
import { type ApiRequest, headerValues } from './api-request.ts';
import { readBearerToken, unauthenticated } from './read-bearer-token.ts';

/** A token or a key, and the scheme that it is of. */
export interface Credential {
  scheme: string;
  token: string;
}

/**
 * Reads the credentials of the first way to call an operation of which none is missing. Of several keys in one header, or none that
 * could be one, nobody can tell whose request it is.
 * @throws ProblemError unauthenticated where no way is complete, authorization_malformed, invalid_token
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
      // A token that was sent badly says more than a key that was not sent.
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

import type { Store } from '../store/store.ts';
import { hashToken, isToken } from './make-token.ts';

/** Who asks. */
export interface Principal {
  readonly accountId: string;
}

/** Finds the account of a bearer token; undefined when there is none. */
export type Authenticate = (token: string) => Promise<Principal | undefined>;

/** Authenticates against the store; a mistyped token is told without asking it. */
export function createAuthenticate(store: Store): Authenticate {
  return async (token) => {
    const accountId = isToken(token) ? await store.findAccount(hashToken(token)) : undefined;
    return accountId === undefined ? undefined : { accountId };
  };
}

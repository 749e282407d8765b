import { timingSafeEqual } from 'node:crypto';
import type { Mode, Scope } from '../store/account-store.ts';
import type { Store } from '../store/store.ts';
import { hashToken, modeOfToken } from './make-token.ts';

/** The account that asks, and its permissions. */
export interface Principal {
  accountId: string;
  /** Names the token, for logs; no secret. */
  tokenId: string;
  scopes: readonly Scope[];
  /** When the token ends by itself, in milliseconds since 1970; null when it does not. */
  expiresAt: number | null;
}

/** Finds the account of a bearer token; undefined when the token is unknown, revoked, expired or of a mode that is not served. */
export type FindPrincipal = (token: string) => Promise<Principal | undefined>;

/** Looks tokens up at every request, so that a revoked one ends at once. A mistyped one is refused without a look-up. */
export function createFindPrincipal(store: Store, now: () => number, modes: readonly Mode[]): FindPrincipal {
  return async (token) => {
    const mode = modeOfToken(token);
    if (mode === undefined || !modes.includes(mode)) return undefined;
    const hash = hashToken(token);
    const found = await store.findToken(hash);
    // The index has compared the hashes already; this one takes the same time whatever they are.
    if (!found || !timingSafeEqual(found.hash, hash)) return undefined;
    const { id: tokenId, accountId, scopes, expiresAt, revokedAt } = found;
    // The prefix must not promise another mode than the account has.
    if (found.mode !== mode || revokedAt !== null || (expiresAt !== null && expiresAt <= now())) return undefined;
    return { accountId, tokenId, scopes, expiresAt };
  };
}

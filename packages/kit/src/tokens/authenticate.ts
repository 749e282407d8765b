import { timingSafeEqual } from 'node:crypto';
import { hashToken, type Mode, modeOfToken } from './make-token.ts';
import type { Scope } from './scopes.ts';

/** The account that asks, and its permissions. */
export interface Principal {
  accountId: string;
  /** Names the token, for logs; no secret. */
  tokenId: string;
  scopes: readonly Scope[];
  /** When the token ends by itself, in milliseconds since 1970; null when it does not. */
  expiresAt: number | null;
}

/** A token that a store has found by its hash, with the facts to judge it. Of the token itself a store keeps only the SHA-256. */
export interface FoundToken {
  /** Names the token to the operator; no secret. */
  id: string;
  accountId: string;
  scopes: readonly Scope[];
  /** Milliseconds since 1970; null when it does not end by itself. */
  expiresAt: number | null;
  /** Milliseconds since 1970; null until it is revoked. */
  revokedAt: number | null;
  /** As `hashToken` makes it: 32 bytes. */
  hash: Uint8Array;
  mode: Mode;
}

/** Finds the account of a bearer token; undefined when the token is unknown, revoked, expired or of a mode that is not served. */
export type FindPrincipal = (token: string) => Promise<Principal | undefined>;

/** Looks tokens up at every request, so that a revoked one ends at once. A mistyped one is refused without a look-up. */
export function createFindPrincipal(
  store: { findToken(hash: Buffer): Promise<FoundToken | undefined> },
  now: () => number,
  modes: readonly Mode[],
): FindPrincipal {
  const read = createTokenReader(modes);
  return async (token) => {
    const sent = read(token);
    if (!sent) return undefined;
    const found = await store.findToken(sent.hash);
    // The index has compared the hashes already; this one takes the same time whatever they are.
    if (!found || !timingSafeEqual(found.hash, sent.hash)) return undefined;
    const { id: tokenId, accountId, scopes, expiresAt, revokedAt } = found;
    // The prefix must not promise another mode than the account has.
    if (found.mode !== sent.mode || revokedAt !== null || (expiresAt !== null && expiresAt <= now())) return undefined;
    return { accountId, tokenId, scopes, expiresAt };
  };
}

/** A token of a mode that is served, and the hash that it is stored by. */
interface ReadToken {
  text: Buffer;
  mode: Mode;
  hash: Buffer;
}

/**
 * Makes a reader of tokens; undefined is one of another form or mode. It keeps the one that it read last: a merchant's requests come
 * together, and to check and hash a token takes longer than to look it up, which is done for each.
 */
function createTokenReader(modes: readonly Mode[]): (token: string) => ReadToken | undefined {
  let last: ReadToken | undefined;
  return (token) => {
    const text = Buffer.from(token);
    // Takes the same time wherever the two differ.
    if (last && last.text.length === text.length && timingSafeEqual(last.text, text)) return last;
    const mode = modeOfToken(token);
    if (mode === undefined || !modes.includes(mode)) return undefined;
    last = { text, mode, hash: hashToken(token) };
    return last;
  };
}

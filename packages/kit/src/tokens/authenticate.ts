import { hash, timingSafeEqual } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { scopes } from '@payment-invoice/generated';
import { ProblemError } from '@payment-invoice/stubs';
import type { RandomBytes } from '../ids/make-id.ts';

/** The account that sends a request, and its permissions. */
export interface Principal {
  accountId: string;
  /** Identifies the token in logs; it is not secret. */
  tokenId: string;
  scopes: readonly Scope[];
  /** The time at which the token expires, in milliseconds since 1970; null when it does not. */
  expiresAt: number | null;
}

/** A token that a store found by its hash, with the facts to judge it. The store keeps only the SHA-256 of the token. */
export interface FoundToken {
  /** Identifies the token to the operator; it is not secret. */
  id: string;
  accountId: string;
  scopes: readonly Scope[];
  /** The time at which it expires, in milliseconds since 1970; null when it does not. */
  expiresAt: number | null;
  /** The time at which it was revoked, in milliseconds since 1970; null when it was not. */
  revokedAt: number | null;
  /** The 32-byte hash that `hashToken` makes. */
  hash: Uint8Array;
  mode: Mode;
}

/**
 * Finds the account of a bearer token; undefined when the token is unknown, revoked, expired, or of a mode that this server does
 * not serve.
 */
export type FindPrincipal = (token: string) => Promise<Principal | undefined>;

/**
 * Makes a function that looks a token up at every request, so that a revoked token stops working at once. A mistyped
 * token is refused without a look-up.
 */
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
    // The index has already compared the hashes; this comparison takes the same time whatever they are.
    if (!found || !timingSafeEqual(found.hash, sent.hash)) return undefined;
    const { id: tokenId, accountId, scopes, expiresAt, revokedAt } = found;
    // The prefix must not promise a mode other than the account's.
    if (found.mode !== sent.mode || revokedAt !== null || (expiresAt !== null && expiresAt <= now())) return undefined;
    return { accountId, tokenId, scopes, expiresAt };
  };
}

/** A token of a served mode, and the hash by which it is stored. */
interface ReadToken {
  text: Buffer;
  mode: Mode;
  hash: Buffer;
}

/**
 * Makes a reader of tokens, which returns undefined for a token of another form or mode. It remembers the last token: a
 * merchant's requests come together, and checking and hashing a token takes longer than the look-up, which is done for each
 * request.
 */
function createTokenReader(modes: readonly Mode[]): (token: string) => ReadToken | undefined {
  let last: ReadToken | undefined;
  return (token) => {
    const text = Buffer.from(token);
    // Takes the same time wherever the two texts differ.
    if (last && last.text.length === text.length && timingSafeEqual(last.text, text)) return last;
    const mode = modeOfToken(token);
    if (mode === undefined || !modes.includes(mode)) return undefined;
    last = { text, mode, hash: hashToken(token) };
    return last;
  };
}

/** A permission of a token (D-13). */
export type Scope = keyof typeof scopes;

/** Every scope; a token that is minted without a list of scopes has all of them. */
export const allScopes = Object.keys(scopes) as readonly Scope[];

/**
 * Checks that a token has the needed scopes (D-13).
 * @throws ProblemError insufficient_scope when one is missing
 */
export function requireScope(principal: { scopes: readonly Scope[] }, needed: readonly Scope[]): void {
  const missing = needed.find((scope) => !principal.scopes.includes(scope));
  if (missing === undefined) return;
  throw new ProblemError('insufficient_scope', `The token lacks the scope ${missing}. Use one that has it.`);
}

/**
 * The mode of an account: play money or real money. Its tokens carry the mode in their prefix, which keeps its invoices apart
 * too.
 */
export type Mode = 'test' | 'live';

const base62Alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const sumLength = 6;
const tokenPattern = /^pi_(?:test|live)_[0-9A-Za-z]{49}$/;

/**
 * Makes a token (D-13): `pi_test_` or `pi_live_`, 32 random bytes, and a CRC32 that reveals a mistyped token without a look-up.
 */
export function makeToken(randomBytes: RandomBytes, mode: Mode = 'test'): string {
  const secret = `pi_${mode}_${base62(BigInt(`0x${randomBytes(32).toString('hex')}`), 43)}`;
  return secret + checksum(secret);
}

/** Reads the mode from a token's prefix; undefined when the text cannot be a token, because its form or its checksum is wrong. */
export function modeOfToken(text: string): Mode | undefined {
  if (!tokenPattern.test(text) || checksum(text.slice(0, -sumLength)) !== text.slice(-sumLength)) return undefined;
  return text.startsWith('pi_test_') ? 'test' : 'live';
}

/** Returns true when the text could be a token. */
export function isToken(text: string): boolean {
  return modeOfToken(text) !== undefined;
}

/** Computes the SHA-256 of a token, which is all that is stored of it. It needs no salt, because a token has 256 random bits. */
export function hashToken(token: string): Buffer {
  // Makes the hash as text first, which is three times as fast in Node.js as making a buffer.
  return Buffer.from(hash('sha256', token, 'hex'), 'hex');
}

function checksum(secret: string): string {
  // Uses numbers, because this runs for each request and BigInt would take ten times as long.
  let text = '';
  for (let rest = crc32(secret), i = 0; i < sumLength; i++, rest = Math.floor(rest / 62))
    text = base62Alphabet.charAt(rest % 62) + text;
  return text;
}

function base62(value: bigint, length: number): string {
  let text = '';
  for (let rest = value, i = 0; i < length; i++, rest /= 62n) text = base62Alphabet[Number(rest % 62n)] + text;
  return text;
}

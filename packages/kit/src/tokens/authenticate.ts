import { hash, timingSafeEqual } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { scopes } from '@payment-invoice/generated';
import { ProblemError } from '@payment-invoice/stubs';
import type { RandomBytes } from '../ids/make-id.ts';

/** The account that sends a request, and its permissions. */
export interface Principal {
  accountId: string;
  /** The id of the token in logs; it is not secret. */
  tokenId: string;
  scopes: readonly Scope[];
  /** The time at which the token expires, in milliseconds since 1970; null when it does not. */
  expiresAt: number | null;
}

/**
 * A token that a store has found by its hash, with the facts that decide whether it is valid. Of the token itself, the
 * store keeps only the SHA-256.
 */
export interface FoundToken {
  /** The id that operators use to name the token; it is not secret. */
  id: string;
  accountId: string;
  scopes: readonly Scope[];
  /** The time at which it expires, in milliseconds since 1970; null when it does not. */
  expiresAt: number | null;
  /** The time at which it was revoked, in milliseconds since 1970; null while it is not. */
  revokedAt: number | null;
  /** The 32 bytes that `hashToken` returns. */
  hash: Uint8Array;
  mode: Mode;
}

/**
 * Finds the account of a bearer token; undefined when the token is unknown, revoked or expired, or belongs to a mode
 * that this server does not serve.
 */
export type FindPrincipal = (token: string) => Promise<Principal | undefined>;

/**
 * Makes a function that looks up the token of every request, so that a revoked token stops working at once. A mistyped
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
    // The index has already compared the hashes. This comparison takes the same time for all hashes.
    if (!found || !timingSafeEqual(found.hash, sent.hash)) return undefined;
    const { id: tokenId, accountId, scopes, expiresAt, revokedAt } = found;
    // Refuses a prefix that promises another mode than the account has.
    if (found.mode !== sent.mode || revokedAt !== null || (expiresAt !== null && expiresAt <= now())) return undefined;
    return { accountId, tokenId, scopes, expiresAt };
  };
}

/** A token of a served mode, with its hash. */
interface ReadToken {
  text: Buffer;
  mode: Mode;
  hash: Buffer;
}

/**
 * Makes a reader of tokens. It returns undefined for a token of another form or mode. It remembers the last token,
 * because the requests of a merchant come together, and checking and hashing a token takes longer than its look-up,
 * which every request makes.
 */
function createTokenReader(modes: readonly Mode[]): (token: string) => ReadToken | undefined {
  let last: ReadToken | undefined;
  return (token) => {
    const text = Buffer.from(token);
    // Takes the same time wherever the texts differ.
    if (last && last.text.length === text.length && timingSafeEqual(last.text, text)) return last;
    const mode = modeOfToken(token);
    if (mode === undefined || !modes.includes(mode)) return undefined;
    last = { text, mode, hash: hashToken(token) };
    return last;
  };
}

/** A permission of a token (D-13). */
export type Scope = keyof typeof scopes;

/** All scopes. A token that is made without a list of scopes has all of them. */
export const allScopes = Object.keys(scopes) as readonly Scope[];

/**
 * Checks that a token has the needed scopes (D-13).
 * @throws ProblemError insufficient_scope when one of them is missing
 */
export function requireScope(principal: { scopes: readonly Scope[] }, needed: readonly Scope[]): void {
  const missing = needed.find((scope) => !principal.scopes.includes(scope));
  if (missing === undefined) return;
  throw new ProblemError('insufficient_scope', `The token lacks the scope ${missing}. Use one that has it.`);
}

/**
 * The mode of an account: play money or real money. The prefix of its tokens names the mode. Invoices of the two modes
 * are kept apart.
 */
export type Mode = 'test' | 'live';

const base62Alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const sumLength = 6;
const tokenPattern = /^pi_(?:test|live)_[0-9A-Za-z]{49}$/;

/**
 * Makes a token (D-13): `pi_test_` or `pi_live_`, 32 random bytes, and a CRC32 that shows without a look-up that a
 * token is mistyped.
 */
export function makeToken(randomBytes: RandomBytes, mode: Mode = 'test'): string {
  const secret = `pi_${mode}_${base62(BigInt(`0x${randomBytes(32).toString('hex')}`), 43)}`;
  return secret + checksum(secret);
}

/** Reads the mode from a token's prefix; undefined when the form or the checksum shows that the text is no token. */
export function modeOfToken(text: string): Mode | undefined {
  if (!tokenPattern.test(text) || checksum(text.slice(0, -sumLength)) !== text.slice(-sumLength)) return undefined;
  return text.startsWith('pi_test_') ? 'test' : 'live';
}

/** Returns true when the text could be a token. */
export function isToken(text: string): boolean {
  return modeOfToken(text) !== undefined;
}

/**
 * Computes the SHA-256 of a token, which is stored in place of the token. It needs no salt, because a token has 256 random bits.
 */
export function hashToken(token: string): Buffer {
  // Hashes to text and converts that to bytes, which takes a third of the time of hashing to a buffer.
  return Buffer.from(hash('sha256', token, 'hex'), 'hex');
}

function checksum(secret: string): string {
  // Calculates with numbers, because this runs for every request and BigInt would take ten times as long.
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

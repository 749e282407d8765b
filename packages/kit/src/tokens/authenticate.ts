import { hash, timingSafeEqual } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { scopes } from '@payment-invoice/generated';
import { ProblemError } from '@payment-invoice/stubs';
import type { RandomBytes } from '../ids/make-id.ts';

/** The account that sends a request, and the scopes of its token. */
export interface Principal {
  accountId: string;
  /** The id of the token, which may be logged because it is not secret. */
  tokenId: string;
  scopes: readonly Scope[];
  /** The time at which the token expires, in milliseconds since 1970; null if it never does. */
  expiresAt: number | null;
}

/** A stored token, with the facts that decide whether it is valid. The store does not keep the token itself, only its SHA-256. */
export interface FoundToken {
  /** The id by which operators refer to the token; it is not secret. */
  id: string;
  accountId: string;
  scopes: readonly Scope[];
  /** The time at which the token expires, in milliseconds since 1970; null if it never does. */
  expiresAt: number | null;
  /** The time at which the token was revoked, in milliseconds since 1970; null if it was not. */
  revokedAt: number | null;
  /** The result of `hashToken`: 32 bytes. */
  hash: Uint8Array;
  mode: Mode;
}

/** Finds the account of a bearer token; undefined if the token is unknown, revoked, expired or of a mode that is not served. */
export type FindPrincipal = (token: string) => Promise<Principal | undefined>;

/** Makes a function that asks the store about each well-formed token at each call, so that a revoked token fails at once. */
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
    // The database's index has already found an equal hash. This comparison takes the same time for all hashes.
    if (!found || !timingSafeEqual(found.hash, sent.hash)) return undefined;
    const { id: tokenId, accountId, scopes, expiresAt, revokedAt } = found;
    // Rejects a token whose prefix does not match the mode of its account.
    if (found.mode !== sent.mode || revokedAt !== null || (expiresAt !== null && expiresAt <= now())) return undefined;
    return { accountId, tokenId, scopes, expiresAt };
  };
}

/** A well-formed token for a mode that this server serves, with the token's hash. */
interface ReadToken {
  text: Buffer;
  mode: Mode;
  hash: Buffer;
}

/**
 * Makes a function that checks and hashes a token; undefined for a malformed token or a mode that is not served. The function
 * remembers the last token, because a merchant often sends several requests in a row, but the store is still asked every time.
 */
function createTokenReader(modes: readonly Mode[]): (token: string) => ReadToken | undefined {
  let last: ReadToken | undefined;
  return (token) => {
    const text = Buffer.from(token);
    // Compares the tokens in a time that does not depend on where they differ.
    if (last && last.text.length === text.length && timingSafeEqual(last.text, text)) return last;
    const mode = modeOfToken(token);
    if (mode === undefined || !modes.includes(mode)) return undefined;
    last = { text, mode, hash: hashToken(token) };
    return last;
  };
}

/** A permission of a token (D-13). */
export type Scope = keyof typeof scopes;

/** All scopes. They are the scopes of a token that is made without a list. */
export const allScopes = Object.keys(scopes) as readonly Scope[];

/**
 * Checks that a token has the required scopes (D-13).
 * @throws ProblemError insufficient_scope if one of them is missing
 */
export function requireScope(principal: { scopes: readonly Scope[] }, needed: readonly Scope[]): void {
  const missing = needed.find((scope) => !principal.scopes.includes(scope));
  if (missing === undefined) return;
  throw new ProblemError('insufficient_scope', `The token lacks the scope ${missing}. Use one that has it.`);
}

/** The mode of an account: `live`, or `test` for play money. A token's prefix shows it. The modes have separate invoices. */
export type Mode = 'test' | 'live';

const base62Alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const sumLength = 6;
const tokenPattern = /^pi_(?:test|live)_[0-9A-Za-z]{49}$/;

/** Makes a token (D-13): `pi_test_` or `pi_live_`, 32 random bytes, and a CRC32 that shows typing mistakes. */
export function makeToken(randomBytes: RandomBytes, mode: Mode = 'test'): string {
  const secret = `pi_${mode}_${base62(BigInt(`0x${randomBytes(32).toString('hex')}`), 43)}`;
  return secret + checksum(secret);
}

/** Reads the mode from a token's prefix. Returns undefined if the form or the checksum shows that the text is not a token. */
export function modeOfToken(text: string): Mode | undefined {
  if (!tokenPattern.test(text) || checksum(text.slice(0, -sumLength)) !== text.slice(-sumLength)) return undefined;
  return text.startsWith('pi_test_') ? 'test' : 'live';
}

/** Returns true if the text has the form and the checksum of a token. */
export const isToken = (text: string): boolean => modeOfToken(text) !== undefined;

/** Computes the SHA-256 of a token, which is stored instead of the token. 256 random bits need no salt. */
export function hashToken(token: string): Buffer {
  // Hashing to text and converting the text to bytes takes a third of the time of hashing to a buffer.
  return Buffer.from(hash('sha256', token, 'hex'), 'hex');
}

function checksum(secret: string): string {
  // Calculates with numbers instead of BigInt, which would take ten times as long. This runs for every request.
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

import { createPublicKey, type JsonWebKey, type KeyObject } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import type { Log } from '../log.ts';

/** Thrown when the receipt keys cannot be used. The message says what is wrong, in which file, and what to do. */
export class KeySetError extends Error {
  override readonly name = 'KeySetError';
  /** The part of the message that says what is wrong with the file. */
  readonly why: string;

  constructor(file: string, why: string, cause: unknown) {
    super(`The receipt keys ${file} cannot be used: ${why}. It must be a JWK Set of public Ed25519 keys.`, { cause });
    this.why = why;
  }
}

/** The prefix of the key ids of all sandboxes. A live deployment rejects keys with such ids. */
export const sandboxKey = 'sandbox-';

/**
 * Reads a JWK Set (RFC 7517) of public Ed25519 keys. Returns the keys by their `kid`.
 * @throws KeySetError if the file cannot be read, or contains another kind of key, or a sandbox's key, with which anyone could
 *   make receipts
 */
export function loadKeySet(file: string): ReadonlyMap<string, KeyObject> {
  const refuse = (why: string, cause?: unknown) => new KeySetError(file, why, cause);
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    throw refuse(`the file cannot be read (${(error as NodeJS.ErrnoException).code})`, error);
  }
  const keys = parseKeys(text);
  if (!keys) throw refuse('it is no JWK Set');
  if (keys.length === 0) throw refuse('it holds no key');
  const found = new Map<string, KeyObject>();
  for (const key of keys) {
    const { kty, crv, kid } = key;
    if (typeof kid !== 'string' || kid === '') throw refuse('a key has no kid');
    const name = JSON.stringify(kid);
    if (kid.startsWith(sandboxKey)) throw refuse(`the key ${name} belongs to a sandbox`);
    if (kty !== 'OKP' || crv !== 'Ed25519') throw refuse(`the key ${name} is not Ed25519`);
    if (key.d !== undefined) throw refuse(`the key ${name} is private: only the issuer may have it`);
    if (found.has(kid)) throw refuse(`two keys have the kid ${name}`);
    try {
      found.set(kid, createPublicKey({ key, format: 'jwk' }));
    } catch (error) {
      throw refuse(`the key ${name} is damaged`, error);
    }
  }
  return found;
}

function parseKeys(text: string): (JsonWebKey & { kid?: unknown })[] | undefined {
  try {
    const set: unknown = JSON.parse(text);
    const { keys } = set as { keys: unknown };
    return Array.isArray(keys) && keys.every((key) => typeof key === 'object' && key !== null) ? keys : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Reads the keys of a file, and reads them again whenever the file has changed. So an issuer can add a key, or remove a leaked
 * one, without a restart. If a changed file is invalid, the previous keys stay in use and the error is logged once.
 * @throws KeySetError if the file is invalid when it is first read
 */
export function followKeySet(file: string, log: Log): () => ReadonlyMap<string, KeyObject> {
  let seen = stampOf(file);
  let keys = loadKeySet(file);
  return () => {
    const stamp = stampOf(file);
    if (stamp === seen) return keys;
    seen = stamp;
    try {
      keys = loadKeySet(file);
      log.info({ keys: [...keys.keys()] }, 'the receipt keys were reloaded');
    } catch (error) {
      log.error({ err: error }, 'the receipt keys have changed, but cannot be used: the previous ones stay in use');
    }
    return keys;
  };
}

function stampOf(file: string): string {
  const found = statSync(file, { throwIfNoEntry: false });
  return found ? `${found.ino} ${found.mtimeMs} ${found.size}` : '';
}

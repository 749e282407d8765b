import { createCipheriv, createDecipheriv } from 'node:crypto';
import { delivery } from '@payment-invoice/generated';
import type { RandomBytes } from '../ids/make-id.ts';

/** How long a replaced secret still signs callbacks, together with the new one, in milliseconds. */
export const secretOverlap = delivery.secretOverlap * 1000;

const cipherName = 'aes-256-gcm';
const nonceLength = 12;
const tagLength = 16;

/** Makes a secret that signs an account's callbacks: `whsec_`, then 32 random bytes in base64. */
export const makeSecret = (randomBytes: RandomBytes): string => `whsec_${randomBytes(32).toString('base64')}`;

/** Encrypts a secret for the store, as nonce, tag and ciphertext. It can be decrypted only for the same account. */
export function sealSecret(secret: string, accountId: string, key: Buffer, randomBytes: RandomBytes): Buffer {
  const nonce = randomBytes(nonceLength);
  const cipher = createCipheriv(cipherName, key, nonce, { authTagLength: tagLength }).setAAD(Buffer.from(accountId));
  const ciphertext = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), ciphertext]);
}

/** Decrypts a secret. Returns undefined if the key is wrong or the bytes were changed. */
export function openSecret(sealed: Uint8Array, accountId: string, key: Buffer): string | undefined {
  if (sealed.length < nonceLength + tagLength) return undefined;
  const nonce = sealed.subarray(0, nonceLength);
  const tag = sealed.subarray(nonceLength, nonceLength + tagLength);
  const decipher = createDecipheriv(cipherName, key, nonce, { authTagLength: tagLength });
  decipher.setAAD(Buffer.from(accountId)).setAuthTag(tag);
  try {
    return Buffer.concat([decipher.update(sealed.subarray(nonceLength + tagLength)), decipher.final()]).toString();
  } catch {
    return undefined;
  }
}

/** A secret that signs callbacks, sealed by `sealSecret`. */
export interface SealedSecret {
  /** The id of this secret. It is never reused for another secret. */
  id: string;
  sealed: Uint8Array;
}

/** Storage of the accounts' sealed secrets. */
export interface SecretStore {
  /** Returns the secrets that sign at `now`, newest first: the current secret and, for `secretOverlap`, the previous secret. */
  readSecrets(accountId: string, now: number): Promise<readonly SealedSecret[]>;
}

/** Returns the secrets that sign an account's callbacks at `now`, newest first, in plain text. */
export type OpenSecrets = (accountId: string, now: number) => Promise<string[]>;

/** How long the result of a read is reused, in milliseconds. Thousands of events a second may need the same account's secrets. */
const freshFor = 10;
/** The maximum number of decrypted secrets kept in memory. */
const remembered = 10_000;

/**
 * Makes a function that reads and decrypts an account's secrets. Calls that follow within a few milliseconds get the same result.
 * @throws Error if a secret cannot be decrypted
 */
export function createOpenSecrets(store: SecretStore, key: Buffer): OpenSecrets {
  /** Decrypted secrets by id. The secret with a given id never changes. */
  const opened = new Map<string, string>();
  const fresh = new Map<string, Promise<string[]>>();

  const open = (id: string, sealed: Uint8Array, accountId: string): string => {
    const secret = opened.get(id) ?? openSecret(sealed, accountId, key);
    if (secret === undefined) throw new Error(`The callback secret ${id} of ${accountId} cannot be decrypted with this key.`);
    if (opened.size >= remembered) opened.clear();
    opened.set(id, secret);
    return secret;
  };
  const read = async (accountId: string, now: number) =>
    (await store.readSecrets(accountId, now)).map(({ id, sealed }) => open(id, sealed, accountId));
  return (accountId, now) => {
    const known = fresh.get(accountId);
    if (known) return known;
    if (fresh.size === 0) setTimeout(() => fresh.clear(), freshFor).unref();
    const reading = read(accountId, now);
    fresh.set(accountId, reading);
    return reading;
  };
}

import { createCipheriv, createDecipheriv } from 'node:crypto';
import { delivery } from '@payment-invoice/generated';
import type { RandomBytes } from '../ids/make-id.ts';

/** Milliseconds for which a replaced secret goes on signing alongside the new one. */
export const secretOverlap = delivery.secretOverlap * 1000;

const cipherName = 'aes-256-gcm';
const nonceLength = 12;
const tagLength = 16;

/** Makes a secret that signs an account's callbacks: `whsec_` and 32 random bytes in base64. */
export function makeSecret(randomBytes: RandomBytes): string {
  return `whsec_${randomBytes(32).toString('base64')}`;
}

/** Encrypts a secret for the store, as nonce, tag and ciphertext. Only the same account can open it. */
export function sealSecret(secret: string, accountId: string, key: Buffer, randomBytes: RandomBytes): Buffer {
  const nonce = randomBytes(nonceLength);
  const cipher = createCipheriv(cipherName, key, nonce, { authTagLength: tagLength }).setAAD(Buffer.from(accountId));
  const ciphertext = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), ciphertext]);
}

/** Decrypts a secret; undefined when the key is wrong or the bytes were changed. */
export function openSecret(sealed: Uint8Array, accountId: string, key: Buffer): string | undefined {
  if (sealed.length < nonceLength + tagLength) return undefined;
  const nonce = sealed.subarray(0, nonceLength);
  const tag = sealed.subarray(nonceLength, nonceLength + tagLength);
  const decipher = createDecipheriv(cipherName, key, nonce, { authTagLength: tagLength })
    .setAAD(Buffer.from(accountId))
    .setAuthTag(tag);
  try {
    return Buffer.concat([decipher.update(sealed.subarray(nonceLength + tagLength)), decipher.final()]).toString();
  } catch {
    return undefined;
  }
}

import { makeSecret, sealSecret, secretOverlap } from '@payment-invoice/kit/callbacks';
import { makeId, type RandomBytes } from '@payment-invoice/kit/ids';
import type { Store } from '../store/store.ts';

/**
 * Makes a secret for an account and returns it in plain text, which is not possible later. An older secret also signs for
 * `overlap` milliseconds, by default a day.
 */
export async function giveSecret(
  store: Pick<Store, 'rotateSecret'>,
  accountId: string,
  key: Buffer,
  now: number,
  randomBytes: RandomBytes,
  overlap = secretOverlap,
): Promise<string> {
  const secret = makeSecret(randomBytes);
  const sealed = sealSecret(secret, accountId, key, randomBytes);
  await store.rotateSecret(accountId, { id: makeId('sec', now, randomBytes), sealed, createdAt: now }, overlap);
  return secret;
}

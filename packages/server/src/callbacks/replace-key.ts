import { makeSecret, openSecret, sealSecret } from '@payment-invoice/kit/callbacks';
import { makeId, type RandomBytes } from '@payment-invoice/kit/ids';
import type { KeptSecret } from '../store/account-store.ts';
import type { Store } from '../store/store.ts';
import { proveKey } from './prepare-callback-key.ts';

/**
 * Seals the secrets that are valid at `now` with another key, and deletes expired ones. Merchants notice nothing. Returns how
 * many secrets were sealed.
 * @throws Error when the old key does not open a secret
 */
export async function resealSecrets(
  store: Store,
  key: { from: Buffer; to: Buffer },
  now: number,
  randomBytes: RandomBytes,
): Promise<number> {
  const kept: KeptSecret[] = [];
  for (const { id: accountId } of await store.listAccounts()) {
    for (const secret of await store.readSecrets(accountId, now)) {
      const text = openSecret(secret.sealed, accountId, key.from);
      if (text === undefined) throw new Error(`The callback secret ${secret.id} does not open.`);
      kept.push({ ...secret, accountId, sealed: sealSecret(text, accountId, key.to, randomBytes) });
    }
  }
  await store.replaceSecrets(kept, proveKey(key.to, randomBytes));
  return kept.length;
}

/**
 * Makes a secret for every account and seals it with a new key. Use it when the old secrets can no longer be opened.
 * Returns the secrets in plain text.
 */
export async function renewSecrets(store: Store, key: Buffer, now: number, randomBytes: RandomBytes) {
  const renewed = (await store.listAccounts()).map(({ id }) => ({ accountId: id, secret: makeSecret(randomBytes) }));
  const kept = renewed.map(({ accountId, secret }) => ({
    id: makeId('sec', now, randomBytes),
    accountId,
    sealed: sealSecret(secret, accountId, key, randomBytes),
    createdAt: now,
    endsAt: null,
  }));
  await store.replaceSecrets(kept, proveKey(key, randomBytes));
  return renewed;
}

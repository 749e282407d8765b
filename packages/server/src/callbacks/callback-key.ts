import { randomBytes } from 'node:crypto';
import { makeSecret, openSecret, sealSecret, secretOverlap } from '@payment-invoice/kit/callbacks';
import { makeId, type RandomBytes } from '@payment-invoice/kit/ids';
import { StartError } from '../errors/start-error.ts';
import { readCallbackKey } from '../settings/read-secrets.ts';
import type { KeptSecret } from '../store/account-store.ts';
import type { Store } from '../store/store.ts';

/** The text that takes the place of an account id when a key's proof is sealed. No account has this id. */
const proofText = 'callback key';

/** Makes a proof of a key: an empty string that is sealed with the key. Only the same key can open it. */
const proveKey = (key: Buffer, randomBytes: RandomBytes): Buffer => sealSecret('', proofText, key, randomBytes);

/**
 * Checks that the key opens every callback secret of a live server, and returns the key. The first key that is used with a
 * database is recorded as the database's key. From then on, operator commands that run next to the server cannot seal secrets
 * with another key.
 * @throws StartError if the key is not set, is not 32 bytes long, or is not the database's key
 */
export async function prepareCallbackKey(store: Store, key: Buffer | undefined, now: number): Promise<Buffer> {
  // If no key is set, `readCallbackKey` throws an error that says what to do.
  const found = key ?? readCallbackKey(undefined);
  if (found.length !== 32) throw new StartError('The callback key is not 32 bytes long.');
  await checkSecrets(store, found, now);
  const proof = await store.keepKeyProof(proveKey(found, randomBytes));
  if (openSecret(proof, proofText, found) === undefined)
    throw new StartError(
      'CALLBACK_KEY is not the key that this database was first used with. Set it to that key, or to the one that has replaced it.',
    );
  return found;
}

/** Opens every secret once, so that a wrong key is a StartError now instead of a failure when the first callback is due. */
export async function checkSecrets(store: Store, key: Buffer, now: number, setting = 'CALLBACK_KEY'): Promise<void> {
  for (const account of await store.listAccounts()) {
    for (const { sealed } of await store.readSecrets(account.id, now)) {
      if (openSecret(sealed, account.id, key) !== undefined) continue;
      throw new StartError(
        `${setting} is not the key that the callback secrets in this database were encrypted with (account ${account.id}). Set it to that key.`,
      );
    }
  }
}

/** Makes, seals and stores an account's secret. Returns it in plain text. The old secret signs callbacks for `overlap` ms. */
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

/**
 * Seals unexpired secrets with another key, and deletes expired secrets. The secrets stay the same, so merchants
 * need not do anything. Returns the number of sealed secrets.
 * @throws Error if the old key does not open a secret
 */
export async function resealSecrets(store: Store, key: { from: Buffer; to: Buffer }, now: number, randomBytes: RandomBytes) {
  const kept: KeptSecret[] = [];
  for (const { id: accountId } of await store.listAccounts()) {
    for (const secret of await store.readSecrets(accountId, now)) {
      const text = openSecret(secret.sealed, accountId, key.from);
      if (text === undefined) throw new Error(`The callback secret ${secret.id} cannot be decrypted.`);
      kept.push({ ...secret, accountId, sealed: sealSecret(text, accountId, key.to, randomBytes) });
    }
  }
  await store.replaceSecrets(kept, proveKey(key.to, randomBytes));
  return kept.length;
}

/** Replaces every account's secret with a new one, sealed with a new key, and returns the new secrets in plain text. */
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

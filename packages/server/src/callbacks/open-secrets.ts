import { StartError } from '../errors/start-error.ts';
import type { Store } from '../store/store.ts';
import { openSecret } from './callback-secret.ts';

/** Returns the secrets that sign an account's callbacks at `now`, newest first, in plain text. */
export type OpenSecrets = (accountId: string, now: number) => Promise<string[]>;

/** Milliseconds for which a read is reused: thousands of events a second may ask. */
const freshFor = 10;
/** The most opened secrets that are remembered. */
const remembered = 10_000;

/**
 * Reads an account's secrets from the store and opens them with the key, once for all requests within a few
 * milliseconds: many events are sent at a time. @throws Error when one does not open
 */
export function createOpenSecrets(store: Pick<Store, 'readSecrets'>, key: Buffer): OpenSecrets {
  /** By the ids of the secrets, which never change. */
  const opened = new Map<string, string>();
  const fresh = new Map<string, Promise<string[]>>();

  const open = (id: string, sealed: Buffer, accountId: string): string => {
    const secret = opened.get(id) ?? openSecret(sealed, accountId, key);
    if (secret === undefined) throw new Error(`The callback secret ${id} of ${accountId} does not open with this key.`);
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

/**
 * Opens every secret once: a wrong key shows at the start, not when the first callback is due.
 * @param setting where the key came from, for the message
 * @throws StartError when another key sealed them
 */
export async function checkSecrets(store: Store, key: Buffer, now: number, setting = 'CALLBACK_KEY'): Promise<void> {
  for (const account of await store.listAccounts()) {
    for (const { sealed } of await store.readSecrets(account.id, now)) {
      if (openSecret(sealed, account.id, key) !== undefined) continue;
      throw new StartError(
        `${setting} is not the key that the callback secrets in this database were sealed with (account ${account.id}). Set it to that key.`,
      );
    }
  }
}

import { openSecret } from './callback-secret.ts';

/** A secret that signs callbacks, as `sealSecret` has sealed it. */
export interface SealedSecret {
  /** Never names another secret. */
  id: string;
  sealed: Uint8Array;
}

/** Keeps the sealed secrets of accounts. */
export interface SecretStore {
  /** The secrets that sign at `now`, newest first: the last one, and the one before it for `secretOverlap`. */
  readSecrets(accountId: string, now: number): Promise<readonly SealedSecret[]>;
}

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
export function createOpenSecrets(store: SecretStore, key: Buffer): OpenSecrets {
  /** By the ids of the secrets, which never change. */
  const opened = new Map<string, string>();
  const fresh = new Map<string, Promise<string[]>>();

  const open = (id: string, sealed: Uint8Array, accountId: string): string => {
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

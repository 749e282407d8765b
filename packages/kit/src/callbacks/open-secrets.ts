import { openSecret } from './callback-secret.ts';

/** A secret that signs callbacks, sealed by `sealSecret`. */
export interface SealedSecret {
  /** Identifies this secret permanently, because an id is never reused for another secret. */
  id: string;
  sealed: Uint8Array;
}

/** Stores the sealed secrets of accounts. */
export interface SecretStore {
  /** Returns the secrets that sign at `now`, newest first: the current one, and for `secretOverlap` also the one before it. */
  readSecrets(accountId: string, now: number): Promise<readonly SealedSecret[]>;
}

/** Returns the secrets that sign an account's callbacks at `now`, newest first, in plain text. */
export type OpenSecrets = (accountId: string, now: number) => Promise<string[]>;

/** For how many milliseconds a read is reused, because thousands of events a second may need the same secrets. */
const freshFor = 10;
/** How many opened secrets are kept in memory at most. */
const remembered = 10_000;

/**
 * Makes a function that reads an account's secrets from the store and opens them with the key. Reads within a few milliseconds
 * share one result, because many events are sent at a time.
 * @throws Error when a secret does not open
 */
export function createOpenSecrets(store: SecretStore, key: Buffer): OpenSecrets {
  /** Opened secrets by id; the secret of an id never changes. */
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

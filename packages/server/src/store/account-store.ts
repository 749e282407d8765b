import type { FoundToken, Mode, Scope } from '@payment-invoice/kit/tokens';

/** An owner of invoices, such as a merchant. */
export interface Account {
  id: string;
  mode: Mode;
  name: string | null;
  createdAt: number;
}

/** A token as it is stored: the SHA-256 of its text, not the text itself. */
export interface StoredToken extends Omit<FoundToken, 'hash' | 'mode'> {
  label: string | null;
  createdAt: number;
}

/** A sealed secret that signs callbacks. */
export interface SealedSecret {
  id: string;
  sealed: Buffer;
  createdAt: number;
  /** The time until which a replaced secret signs callbacks; null for the newest secret. */
  endsAt: number | null;
}

/** A sealed secret, with the account to which it belongs. */
export interface KeptSecret extends SealedSecret {
  accountId: string;
}

/** Storage of accounts, their tokens and their callback secrets. Each method is one transaction. */
export interface AccountStore {
  /** Creates an account. Returns false if the id is already used. */
  createAccount(account: Account): Promise<boolean>;
  findAccount(accountId: string): Promise<Account | undefined>;
  /** Lists all accounts, in the order of their ids. */
  listAccounts(): Promise<Account[]>;
  /** Saves a token of an existing account. */
  saveToken(token: StoredToken, hash: Buffer): Promise<void>;
  findToken(hash: Buffer): Promise<FoundToken | undefined>;
  /** Lists the tokens of one account or of all accounts, oldest first. */
  listTokens(accountId?: string): Promise<StoredToken[]>;
  /** Revokes a token from the next request on, and returns it; undefined if unknown. Does not change an earlier revocation. */
  revokeToken(tokenId: string, now: number): Promise<StoredToken | undefined>;
  /** Limits a token to the given scopes, from the next request on. */
  narrowToken(tokenId: string, scopes: readonly Scope[]): Promise<void>;
  /** Stores the secret if the account has no valid secret yet. Returns the account's newest secret. */
  keepFirstSecret(accountId: string, secret: Omit<SealedSecret, 'endsAt'>): Promise<SealedSecret>;
  /** Stores the account's newest secret; deletes expired secrets. The previous secret signs callbacks until `now + overlap`. */
  rotateSecret(accountId: string, secret: Omit<SealedSecret, 'endsAt'>, overlap: number): Promise<void>;
  /** Stores `proof`, which only the key of the callback secrets can open, if no proof is stored yet. Returns the stored proof. */
  keepKeyProof(proof: Buffer): Promise<Buffer>;
  /** Replaces all secrets and the proof of their key. */
  replaceSecrets(secrets: readonly KeptSecret[], proof: Buffer): Promise<void>;
  /** Returns the secrets that sign callbacks at `now`, newest first. */
  readSecrets(accountId: string, now: number): Promise<SealedSecret[]>;
}

/** A row of the tokens' table. The scopes are stored as one string, separated by spaces. */
export type TokenRow = Omit<StoredToken, 'scopes'> & { scopes: string };

export function tokenOfRow({ id, accountId, scopes, label, createdAt, expiresAt, revokedAt }: TokenRow): StoredToken {
  return { id, accountId, scopes: scopes.split(' ') as Scope[], label, createdAt, expiresAt, revokedAt };
}

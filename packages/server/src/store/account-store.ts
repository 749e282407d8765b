import type { FoundToken, Mode, Scope } from '@payment-invoice/kit/tokens';

/** An owner of invoices. */
export interface Account {
  id: string;
  mode: Mode;
  name: string | null;
  createdAt: number;
}

/** A token as it is stored, with its SHA-256 in place of its text. */
export interface StoredToken {
  /** The id by which operators name the token; it is not secret. */
  id: string;
  accountId: string;
  scopes: readonly Scope[];
  label: string | null;
  createdAt: number;
  /** Null when the token does not expire. */
  expiresAt: number | null;
  revokedAt: number | null;
}

/** A sealed secret that signs callbacks. */
export interface SealedSecret {
  id: string;
  sealed: Buffer;
  createdAt: number;
  /** The time until which the secret goes on signing after it was replaced; null for the newest. */
  endsAt: number | null;
}

/** A sealed secret, with its account. */
export interface KeptSecret extends SealedSecret {
  accountId: string;
}

/** Accounts, their tokens and their callback secrets. Each method is one transaction, as in the whole store. */
export interface AccountStore {
  /** Creates an account. Returns false when the id is taken. */
  createAccount(account: Account): Promise<boolean>;
  findAccount(accountId: string): Promise<Account | undefined>;
  /** Lists all accounts, in the order of their ids. */
  listAccounts(): Promise<Account[]>;
  /** Saves a token of an existing account. */
  saveToken(token: StoredToken, hash: Buffer): Promise<void>;
  findToken(hash: Buffer): Promise<FoundToken | undefined>;
  /** Lists the tokens of one account or of all accounts, oldest first. */
  listTokens(accountId?: string): Promise<StoredToken[]>;
  /**
   * Revokes a token from the next request on, and returns it; undefined when there is no such token. A token that was already
   * revoked keeps the time of its revocation.
   */
  revokeToken(tokenId: string, now: number): Promise<StoredToken | undefined>;
  /** Reduces a token's scopes to the given ones, from the next request on. */
  narrowToken(tokenId: string, scopes: readonly Scope[]): Promise<void>;
  /** Stores the secret as the account's first, unless it already has a valid one. Returns the newest secret. */
  keepFirstSecret(accountId: string, secret: Omit<SealedSecret, 'endsAt'>): Promise<SealedSecret>;
  /**
   * Stores the secret as the account's newest. The previous secret signs until `now + overlap`, and expired secrets are
   * deleted.
   */
  rotateSecret(accountId: string, secret: Omit<SealedSecret, 'endsAt'>, overlap: number): Promise<void>;
  /** Stores the proof of the key that seals callback secrets, unless there is one already. Returns the stored proof. */
  keepKeyProof(proof: Buffer): Promise<Buffer>;
  /** Replaces all secrets, and the proof of their key, by the given ones. */
  replaceSecrets(secrets: readonly KeptSecret[], proof: Buffer): Promise<void>;
  /** Returns the secrets that sign at `now`, newest first. */
  readSecrets(accountId: string, now: number): Promise<SealedSecret[]>;
}

/** A token as both databases store it, with its scopes joined by spaces into one text. */
export type TokenRow = Omit<StoredToken, 'scopes'> & { scopes: string };

/** Converts a row to a token. */
export function tokenOfRow({ id, accountId, scopes, label, createdAt, expiresAt, revokedAt }: TokenRow): StoredToken {
  return { id, accountId, scopes: scopes.split(' ') as Scope[], label, createdAt, expiresAt, revokedAt };
}

import type { FoundToken, Mode, Scope } from '@payment-invoice/kit/tokens';

/** An owner of invoices. */
export interface Account {
  id: string;
  mode: Mode;
  name: string | null;
  createdAt: number;
}

/** A token as the store keeps it: with the SHA-256 of its text, but not the text. */
export interface StoredToken {
  /** The id that operators use to name the token. It is not secret. */
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
  /** The time at which a replaced secret stops signing; null for the newest secret. */
  endsAt: number | null;
}

/** A sealed secret and the account that it belongs to. */
export interface KeptSecret extends SealedSecret {
  accountId: string;
}

/** Storage of accounts, their tokens and their callback secrets. Each method is one transaction. */
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
   * Revokes a token from the next request on, and returns it; undefined when no token has this id. A token that was
   * revoked before keeps the time of that revocation.
   */
  revokeToken(tokenId: string, now: number): Promise<StoredToken | undefined>;
  /** Reduces a token's scopes to the given ones, from the next request on. */
  narrowToken(tokenId: string, scopes: readonly Scope[]): Promise<void>;
  /** Stores the secret as the account's first one, unless the account has a valid secret. Returns the account's newest secret. */
  keepFirstSecret(accountId: string, secret: Omit<SealedSecret, 'endsAt'>): Promise<SealedSecret>;
  /**
   * Stores the secret as the account's newest one. The previous secret signs until `now + overlap`. Expired secrets are deleted.
   */
  rotateSecret(accountId: string, secret: Omit<SealedSecret, 'endsAt'>, overlap: number): Promise<void>;
  /** Stores the proof of the key that seals callback secrets, unless a proof is stored. Returns the stored proof. */
  keepKeyProof(proof: Buffer): Promise<Buffer>;
  /** Replaces all secrets and the proof of their key. */
  replaceSecrets(secrets: readonly KeptSecret[], proof: Buffer): Promise<void>;
  /** Returns the secrets that sign at `now`, newest first. */
  readSecrets(accountId: string, now: number): Promise<SealedSecret[]>;
}

/** A token as both databases store it: its scopes are one text, separated by spaces. */
export type TokenRow = Omit<StoredToken, 'scopes'> & { scopes: string };

/** Converts a row to a token. */
export function tokenOfRow({ id, accountId, scopes, label, createdAt, expiresAt, revokedAt }: TokenRow): StoredToken {
  return { id, accountId, scopes: scopes.split(' ') as Scope[], label, createdAt, expiresAt, revokedAt };
}

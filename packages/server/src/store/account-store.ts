import type { FoundToken, Mode, Scope } from '@payment-invoice/kit/tokens';

/** An owner of invoices. */
export interface Account {
  id: string;
  mode: Mode;
  name: string | null;
  createdAt: number;
}

/** A token as it is stored; of the token itself there is only the SHA-256. */
export interface StoredToken {
  /** Names the token to the operator; no secret. */
  id: string;
  accountId: string;
  scopes: readonly Scope[];
  label: string | null;
  createdAt: number;
  /** Null: it does not end by itself. */
  expiresAt: number | null;
  revokedAt: number | null;
}

/** A secret that signs callbacks, sealed. */
export interface SealedSecret {
  id: string;
  sealed: Buffer;
  createdAt: number;
  /** The time until which it signs beside its successor; null for the newest. */
  endsAt: number | null;
}

/** A sealed secret and its account. */
export interface KeptSecret extends SealedSecret {
  accountId: string;
}

/** Accounts, their tokens and their callback secrets. A method is a transaction, as with all of the store. */
export interface AccountStore {
  /** Creates an account; false when there is one of this id. */
  createAccount(account: Account): Promise<boolean>;
  findAccount(accountId: string): Promise<Account | undefined>;
  /** Lists all accounts, in the order of their ids. */
  listAccounts(): Promise<Account[]>;
  /** Saves a token of an account that is there. */
  saveToken(token: StoredToken, hash: Buffer): Promise<void>;
  findToken(hash: Buffer): Promise<FoundToken | undefined>;
  /** Lists the tokens of one account or of all, oldest first. */
  listTokens(accountId?: string): Promise<StoredToken[]>;
  /** Revokes a token, from the next request on, and returns it; undefined when there is none. One that was revoked before keeps its time. */
  revokeToken(tokenId: string, now: number): Promise<StoredToken | undefined>;
  /** Leaves a token these scopes, from the next request on. */
  narrowToken(tokenId: string, scopes: readonly Scope[]): Promise<void>;
  /** Makes the secret the account's first, unless it has one that signs; returns the newest. */
  keepFirstSecret(accountId: string, secret: Omit<SealedSecret, 'endsAt'>): Promise<SealedSecret>;
  /** Makes the secret the account's newest; the one before signs until `now + overlap`, those whose time is over are forgotten. */
  rotateSecret(accountId: string, secret: Omit<SealedSecret, 'endsAt'>, overlap: number): Promise<void>;
  /** Keeps the proof of the key of the callback secrets, unless there is one already; returns the one that is kept. */
  keepKeyProof(proof: Buffer): Promise<Buffer>;
  /** Keeps these secrets and this proof of their key instead of all that there are. */
  replaceSecrets(secrets: readonly KeptSecret[], proof: Buffer): Promise<void>;
  /** The secrets that sign at `now`, newest first. */
  readSecrets(accountId: string, now: number): Promise<SealedSecret[]>;
}

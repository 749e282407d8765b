import type { SecretStore } from '../callbacks/open-secrets.ts';
import type { Outbox } from '../callbacks/outbox.ts';
import type { InvoiceStore } from '../invoices/invoice-store.ts';
import type { FoundToken } from '../tokens/authenticate.ts';

/**
 * Everything that a server keeps. Each method is one transaction: when it resolves, its changes are on disk, and when it rejects,
 * nothing was done. Times are milliseconds since 1970. `createMemoryStore` is one that forgets, and SERVER.md has one on SQLite.
 */
export interface PaymentStore extends InvoiceStore, Outbox, SecretStore {
  /** Finds a token by the SHA-256 that is kept of it. */
  findToken(hash: Uint8Array): Promise<FoundToken | undefined>;
  /** Keeps a token, or what has become of one. */
  saveToken(token: FoundToken): Promise<void>;
  /** Makes a secret the account's newest; the one before signs on until `now + overlap`. */
  rotateSecret(accountId: string, secret: { id: string; sealed: Uint8Array }, now: number, overlap: number): Promise<void>;
}

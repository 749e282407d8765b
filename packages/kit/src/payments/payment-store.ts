import type { SecretStore } from '../callbacks/callback-secret.ts';
import type { Outbox } from '../callbacks/outbox.ts';
import type { InvoiceStore } from '../invoices/invoice-store.ts';
import type { FoundToken } from '../tokens/authenticate.ts';

/**
 * Everything that a server stores. Each method is one transaction: when it resolves, its changes are on disk, and when it
 * rejects, nothing was changed. Times are milliseconds since 1970. `createMemoryStore` makes one in memory, and SERVER.md shows
 * one on SQLite.
 */
export interface PaymentStore extends InvoiceStore, Outbox, SecretStore {
  /** Finds a token by its stored SHA-256. */
  findToken(hash: Uint8Array): Promise<FoundToken | undefined>;
  /** Saves a new token, or the changed facts of a known one. */
  saveToken(token: FoundToken): Promise<void>;
  /** Makes a secret the account's newest; the previous one goes on signing until `now + overlap`. */
  rotateSecret(accountId: string, secret: { id: string; sealed: Uint8Array }, now: number, overlap: number): Promise<void>;
}

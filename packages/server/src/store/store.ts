import type { Outbox } from '@payment-invoice/kit/callbacks';
import type { InvoiceStore as KitStore } from '@payment-invoice/kit/invoices';
import type { Invoice, InvoiceStatus } from '@payment-invoice/kit/lifecycle';
import type { MakeCounter } from '@payment-invoice/kit/rates';
import type { ServerMode } from '../settings/server-settings.ts';
import type { AccountStore } from './account-store.ts';
import type { HistoryStore } from './history-store.ts';

/** The counts that the metrics report. */
export interface StoreCounts {
  invoices: Readonly<Record<InvoiceStatus, number>>;
  /** The number of events that are not settled. */
  outbox: number;
  /** The number of disabled endpoints. Each of their events is attempted only once. */
  disabledEndpoints: number;
}

/** The store's methods for invoices, receipts, events and idempotency keys, and for the payment page and the metrics. */
export interface InvoiceStore extends KitStore {
  /** Reads an invoice for the payment page, for which no account is known. */
  readPublicInvoice(invoiceId: string, now: number): Promise<Invoice | undefined>;
  count(): Promise<StoreCounts>;
}

/**
 * The store for all data of a server. Each method is one transaction. When it resolves, its changes are on disk. When it rejects,
 * nothing was changed, unless the error says that a change may have been made. Times are in milliseconds since 1970.
 * @throws StoreUnavailableError if the storage is unavailable
 */
export interface Store extends InvoiceStore, AccountStore, DeliveryStore, HistoryStore, SharedStore {
  /** Checks the storage. Rejects if requests cannot be handled. */
  check(): Promise<void>;
  /** Commits all waiting writes, and closes the store. No method may be called after that. */
  close(): Promise<void>;
}

/** Makes a check whose success is reused for a second, because anyone may ask whether the server is ready. */
export function reuseCheck(check: () => Promise<void>): () => Promise<void> {
  let last: Promise<void> | undefined;
  return () => {
    if (!last) {
      last = check();
      setTimeout(() => (last = undefined), 1_000).unref();
      // A failure is not reused: the next call checks again.
      last.catch(() => (last = undefined));
    }
    return last;
  };
}

/** A disabled endpoint. Each of its events is attempted only once. */
export interface DisabledEndpoint {
  accountId: string;
  host: string;
  failingSince: number;
  disabledAt: number;
}

/** A dead letter in a list. Its URL is omitted, because it may contain a secret of the merchant. */
export interface DeadEvent {
  id: string;
  invoiceId: string;
  accountId: string;
  sequence: number;
  host: string;
  attempts: number;
  createdAt: number;
  diedAt: number;
  /** The reason why the latest attempt failed. */
  reason: string | null;
}

/** The store of events and their deliveries, for the dispatcher and for operators. Each method is one transaction. */
export interface DeliveryStore extends Omit<Outbox, 'isShared' | 'serverCount'> {
  /** Lists at most `limit` dead letters of one account or of all accounts, newest first. */
  listDeadEvents(limit: number, accountId?: string): Promise<DeadEvent[]>;
  /** Makes a dead letter due again, and sets its number of attempts to 0. Returns false if no dead letter has this id. */
  reviveEvent(eventId: string, now: number): Promise<boolean>;
  /** Lists at most `limit` disabled endpoints of one account or of all accounts, the most recently disabled first. */
  listDisabledEndpoints(limit: number, accountId?: string): Promise<DisabledEndpoint[]>;
  /** Enables a disabled endpoint. Its next failure counts as the first failure. Returns false if the endpoint is not disabled. */
  enableEndpoint(accountId: string, host: string): Promise<boolean>;
}

/** A part of a sandbox that its users can switch off. */
export type Part = 'verifier' | 'store';

/** The state of a sandbox, which its users can change. */
export interface SandboxState {
  /** How far the clock is ahead, in milliseconds. */
  ahead: number;
  /** The parts that are switched off. */
  away: readonly Part[];
  /** The accounts to which the contract's rate limits apply. */
  limited: readonly string[];
  /** How many times the counts of the rate limits were reset. After each reset, they start from zero. */
  epoch: number;
  /** The number of changes to the state so far. */
  version: number;
}

export const freshState: SandboxState = { ahead: 0, away: [], limited: [], epoch: 0, version: 0 };

/** Data that servers of a database share, besides invoices and accounts. On SQLite, most of it is in the server's memory. */
export interface SharedStore {
  /** How messages name the database: by its directory, or by its name, host and port. Contains no secret. */
  place: string;
  /** True if other servers may be using the same database. */
  isShared: boolean;
  /** Returns the current time in milliseconds since 1970, by the clock that all servers of the database share. */
  now(): number;
  /** Makes counters for rate limits, shared by all servers. */
  makeCounter: MakeCounter;
  /** Returns the mode of the servers that have used this database; undefined if there were none, or if their mode is unknown. */
  readMode(): Promise<ServerMode | undefined>;
  /** Stores the mode of the database, if none is stored yet. Returns the stored mode. */
  keepMode(mode: ServerMode): Promise<ServerMode>;
  /** Returns the identity of a sandbox as a string; undefined if it has none yet. */
  readIdentity(): Promise<string | undefined>;
  /** Stores the identity, if none is stored yet. Returns the stored identity. */
  keepIdentity(text: string): Promise<string>;
  readSandboxState(): Promise<SandboxState>;
  /** Changes the state, and returns the new one. Calls the pure `change` again if another server was first. */
  changeSandboxState(change: (state: SandboxState) => SandboxState): Promise<SandboxState>;
  /** Registers this process as a running server. Returns the number of servers, including this one. */
  enterServers(): Promise<number>;
  /** The number of servers that were running a few seconds ago, at least 1. */
  serverCount(): number;
  /** Counts the running servers, including this one. Returns 0 on SQLite, where other servers cannot be detected. */
  countServers(): Promise<number>;
}

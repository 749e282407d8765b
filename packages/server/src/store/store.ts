import type { Outbox } from '@payment-invoice/kit/callbacks';
import type { InvoiceStore as KitStore } from '@payment-invoice/kit/invoices';
import type { Invoice, InvoiceStatus } from '@payment-invoice/kit/lifecycle';
import type { MakeCounter } from '@payment-invoice/kit/rates';
import type { ServerMode } from '../settings/server-settings.ts';
import type { AccountStore } from './account-store.ts';
import type { HistoryStore } from './history-store.ts';

/** The counts that the metrics show. */
export interface StoreCounts {
  invoices: Readonly<Record<InvoiceStatus, number>>;
  /** The number of events whose delivery is not settled. */
  outbox: number;
  /** The number of disabled endpoints, to which each event is attempted only once. */
  disabledEndpoints: number;
}

/** The part of the store that keeps invoices, receipts, events and idempotency keys, and that pages and metrics read. */
export interface InvoiceStore extends KitStore {
  /** Reads an invoice for the payment page, which knows no account. */
  readPublicInvoice(invoiceId: string, now: number): Promise<Invoice | undefined>;
  count(): Promise<StoreCounts>;
}

/**
 * The store of all data that a server keeps. Each method is one transaction. When it resolves, its changes are on the disk. When
 * it rejects, nothing was changed, unless the error says that a change may have been made. Times are Unix times in milliseconds.
 * @throws StoreUnavailableError when the storage is unavailable
 */
export interface Store extends InvoiceStore, AccountStore, DeliveryStore, HistoryStore, SharedStore {
  /** Checks the storage. Rejects when requests cannot be served. */
  check(): Promise<void>;
  /** Commits all waiting writes, and closes the store. No method may be called afterwards. */
  close(): Promise<void>;
}

/** A disabled endpoint. Each of its events is attempted only once. */
export interface DisabledEndpoint {
  accountId: string;
  host: string;
  failingSince: number;
  disabledAt: number;
}

/** A dead letter in a list. The URL is left out, because it may contain a secret of the merchant. */
export interface DeadEvent {
  id: string;
  invoiceId: string;
  accountId: string;
  sequence: number;
  host: string;
  attempts: number;
  createdAt: number;
  diedAt: number;
  /** The reason why the last attempt failed. */
  reason: string | null;
}

/** Storage of events and their deliveries, for the dispatcher and for operators. Each method is one transaction. */
export interface DeliveryStore extends Omit<Outbox, 'isShared' | 'serverCount'> {
  /** Lists at most `limit` dead letters of one account or of all accounts, newest first. */
  listDeadEvents(limit: number, accountId?: string): Promise<DeadEvent[]>;
  /** Sends a dead letter again, with all its attempts. Returns false when no dead letter has this id. */
  reviveEvent(eventId: string, now: number): Promise<boolean>;
  /** Lists at most `limit` disabled endpoints of one account or of all accounts, the most recently disabled first. */
  listDisabledEndpoints(limit: number, accountId?: string): Promise<DisabledEndpoint[]>;
  /** Enables an endpoint. Its next failure starts a new series. Returns false when the endpoint is not disabled. */
  enableEndpoint(accountId: string, host: string): Promise<boolean>;
}

/** A part of a sandbox that its users can make unavailable. */
export type Part = 'verifier' | 'store';

/** The state of a sandbox, as its users have set it. */
export interface SandboxState {
  /** The time in milliseconds by which its clock is ahead. */
  ahead: number;
  /** The parts that are unavailable. */
  away: readonly Part[];
  /** The accounts to which the contract's rate limits apply. */
  limited: readonly string[];
  /** The number of times that the counts of the rate limits were reset. In each epoch they start from zero. */
  epoch: number;
  /** The number of changes so far. */
  version: number;
}

/** The state of a new sandbox. */
export const freshState: SandboxState = { ahead: 0, away: [], limited: [], epoch: 0, version: 0 };

/**
 * State that the servers of one database share, besides the stored data. On SQLite there is only one server, which
 * keeps most of it in memory.
 */
export interface SharedStore {
  /** A text that names the database, and contains no secret. */
  place: string;
  /** True when other servers may be using the same database. */
  isShared: boolean;
  /** Returns the current Unix time in milliseconds, by the clock that all servers share. */
  now(): number;
  /** Makes counters for rate limits, shared by all servers. */
  makeCounter: MakeCounter;
  /**
   * Returns the mode of the servers that used this database before; undefined when there were none, or when their mode
   * is unknown.
   */
  readMode(): Promise<ServerMode | undefined>;
  /** Stores the mode of the database, unless one is stored. Returns the stored mode. */
  keepMode(mode: ServerMode): Promise<ServerMode>;
  /** Returns the identity of a sandbox as a text; undefined when it has none yet. */
  readIdentity(): Promise<string | undefined>;
  /** Stores the identity, unless one is stored. Returns the stored identity. */
  keepIdentity(text: string): Promise<string>;
  readSandboxState(): Promise<SandboxState>;
  /**
   * Changes the state, and returns the new one. `change` must be pure: it is called again when another server's change
   * came first.
   */
  changeSandboxState(change: (state: SandboxState) => SandboxState): Promise<SandboxState>;
  /** Registers this process as a running server until it leaves. Returns the number of servers, including this one. */
  enterServers(): Promise<number>;
  /** The number of running servers a few seconds ago, at least 1. */
  serverCount(): number;
  /** Counts the running servers, including this process if it is one. Returns 0 on SQLite, which cannot tell. */
  countServers(): Promise<number>;
}

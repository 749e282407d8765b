import type { Outbox } from '@payment-invoice/kit/callbacks';
import type { InvoiceStore as KitStore } from '@payment-invoice/kit/invoices';
import type { Invoice, InvoiceStatus } from '@payment-invoice/kit/lifecycle';
import type { MakeCounter } from '@payment-invoice/kit/rates';
import type { ServerMode } from '../settings/server-settings.ts';
import type { AccountStore } from './account-store.ts';
import type { HistoryStore } from './history-store.ts';

/** The counts of stored things for the metrics. */
export interface StoreCounts {
  invoices: Readonly<Record<InvoiceStatus, number>>;
  /** The number of events whose delivery is not settled. */
  outbox: number;
  /** The number of disabled endpoints, to which each event is attempted only once. */
  disabledEndpoints: number;
}

/** The part of the store that keeps invoices, receipts, events and idempotency keys, with what pages and metrics read. */
export interface InvoiceStore extends KitStore {
  /** Reads an invoice for the payment page, where no account is known. */
  readPublicInvoice(invoiceId: string, now: number): Promise<Invoice | undefined>;
  count(): Promise<StoreCounts>;
}

/**
 * The store of everything that a server keeps. Each method is one transaction. When it resolves, its changes are on the
 * disk. When it rejects, nothing was changed, unless the error says that a change may have been made. Times are Unix
 * times in milliseconds.
 * @throws StoreUnavailableError when the storage is unavailable
 */
export interface Store extends InvoiceStore, AccountStore, DeliveryStore, HistoryStore, SharedStore {
  /** Checks the storage. Rejects while requests cannot be served. */
  check(): Promise<void>;
  /** Commits all waiting writes, and closes the store. No call may follow. */
  close(): Promise<void>;
}

/** An endpoint that is disabled, so that each of its events is attempted only once. */
export interface DisabledEndpoint {
  accountId: string;
  host: string;
  failingSince: number;
  disabledAt: number;
}

/** A dead letter as it is listed. It does not include the URL, which may contain a secret of the merchant. */
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

/**
 * Deliveries of events in the outbox, and what operators ask about them. Each method is one transaction, as in the whole store.
 */
export interface DeliveryStore extends Omit<Outbox, 'isShared' | 'serverCount'> {
  /** Lists at most `limit` dead letters of one account or of all accounts, newest first. */
  listDeadEvents(limit: number, accountId?: string): Promise<DeadEvent[]>;
  /** Sends a dead letter again, counting its attempts from the start. Returns false when there is no dead letter with this id. */
  reviveEvent(eventId: string, now: number): Promise<boolean>;
  /** Lists at most `limit` disabled endpoints of one account or of all accounts, the most recently disabled first. */
  listDisabledEndpoints(limit: number, accountId?: string): Promise<DisabledEndpoint[]>;
  /** Enables an endpoint, so that its next failure starts a new series. Returns false when it is not disabled. */
  enableEndpoint(accountId: string, host: string): Promise<boolean>;
}

/** A part of a sandbox that can be made unavailable. */
export type Part = 'verifier' | 'store';

/** The state of a sandbox, as its users have set it. */
export interface SandboxState {
  /** The time in milliseconds that its clock is ahead. */
  ahead: number;
  /** The parts that are unavailable. */
  away: readonly Part[];
  /** The accounts to which the contract's rate limits apply. */
  limited: readonly string[];
  /** The number of times the rate counts were restarted. Each epoch counts from zero. */
  epoch: number;
  /** The number of changes so far. */
  version: number;
}

/** The state of a sandbox in which nothing has been set. */
export const freshState: SandboxState = { ahead: 0, away: [], limited: [], epoch: 0, version: 0 };

/**
 * The state that the servers of one database share, apart from the stored data. On SQLite there is only one server,
 * which keeps most of this state in memory.
 */
export interface SharedStore {
  /** A text that identifies the database without a secret. */
  place: string;
  /** True when other servers may use the same database. */
  isShared: boolean;
  /** Returns the Unix time in milliseconds, by the clock that all servers use. */
  now(): number;
  /** Makes counters for rate limits, shared by all servers. */
  makeCounter: MakeCounter;
  /** Returns the mode of the servers that have used this database; undefined when there were none, or when it is unknown. */
  readMode(): Promise<ServerMode | undefined>;
  /** Stores the mode of the database, unless there is one already. Returns the stored mode. */
  keepMode(mode: ServerMode): Promise<ServerMode>;
  /** Returns the identity of a sandbox as a text; undefined when it has none yet. */
  readIdentity(): Promise<string | undefined>;
  /** Stores the identity, unless there is one already. Returns the stored identity. */
  keepIdentity(text: string): Promise<string>;
  readSandboxState(): Promise<SandboxState>;
  /**
   * Changes the state, and returns the new one. `change` must be pure, because it is called again when another server changed the
   * state first.
   */
  changeSandboxState(change: (state: SandboxState) => SandboxState): Promise<SandboxState>;
  /** Registers this process as a running server until it leaves, and returns the number of servers including it. */
  enterServers(): Promise<number>;
  /** The number of running servers a few seconds ago, at least 1. */
  serverCount(): number;
  /** Counts the running servers, including this process if it is one. Returns 0 on SQLite, where it cannot be known. */
  countServers(): Promise<number>;
}

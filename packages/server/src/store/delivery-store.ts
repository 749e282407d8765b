import type { Outbox } from '@payment-invoice/kit/callbacks';

/** An endpoint that is disabled: its events are attempted once each. */
export interface DisabledEndpoint {
  accountId: string;
  host: string;
  failingSince: number;
  disabledAt: number;
}

/** A dead letter, as it is listed. The URL is not: it may hold a secret of the merchant. */
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

/** Deliveries of the outbox's events, and what an operator asks about them. A method is a transaction, as with all of the store. */
export interface DeliveryStore extends Omit<Outbox, 'isShared' | 'serverCount'> {
  /** At most `limit` dead letters, of one account or of all, newest first. */
  listDeadEvents(limit: number, accountId?: string): Promise<DeadEvent[]>;
  /** Has a dead letter sent again, with all its attempts; false when there is none of this id. */
  reviveEvent(eventId: string, now: number): Promise<boolean>;
  /** At most `limit` disabled endpoints, of one account or of all, the last disabled first. */
  listDisabledEndpoints(limit: number, accountId?: string): Promise<DisabledEndpoint[]>;
  /** Enables an endpoint: its next failure begins a new row. False when it is not disabled. */
  enableEndpoint(accountId: string, host: string): Promise<boolean>;
}

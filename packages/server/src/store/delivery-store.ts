import type { Outbox } from '@payment-invoice/kit/callbacks';

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

import type { EndpointChange, EndpointHealth } from './endpoint-health.ts';

/** The decision that follows an attempt. `gone`: the receiver wants no more events of this invoice. */
export type DeliveryDecision =
  | { kind: 'delivered' }
  | { kind: 'retry'; at: number; reason: string }
  | { kind: 'dead'; reason: string }
  | { kind: 'gone'; reason: string };

/** An endpoint that is disabled: its events are attempted once each. */
export interface DisabledEndpoint {
  accountId: string;
  host: string;
  failingSince: number;
  disabledAt: number;
}

/** An event that is to be sent now, and belongs to this process until the lease ends. */
export interface ClaimedEvent extends EndpointHealth {
  id: string;
  invoiceId: string;
  accountId: string;
  host: string;
  url: string;
  body: Buffer;
  /** Those that are over. */
  attempts: number;
  /** From then on another process may send it, in milliseconds since 1970. */
  leaseEnd: number;
}

/** The number of a host's events that can be taken. */
export interface HostShare {
  host: string;
  limit: number;
}

/** The time at which a host's next event is due. */
export interface HostDue {
  host: string;
  /** Milliseconds since 1970; infinite when it has no event left. */
  nextAt: number;
}

/** An attempt that is over, and the decision that follows. */
export interface AttemptRecord {
  event: Pick<ClaimedEvent, 'id' | 'invoiceId' | 'accountId' | 'host' | 'attempts'>;
  decision: DeliveryDecision;
  /** The consequence for the event's endpoint. */
  endpoint?: EndpointChange | undefined;
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

/**
 * Deliveries of the outbox's events. A method is a transaction, as with all of the store; but of claims, records and releases a
 * power cut may take the last, and their events are then sent once more.
 */
export interface DeliveryStore {
  /** Tells the host of each event once it is committed. */
  onEvent(listener: (host: string) => void): void;
  /** Takes due events until `leaseEnd`, the longest due first; says when the next ones of these hosts are due. */
  claimEvents(
    shares: readonly HostShare[],
    now: number,
    leaseEnd: number,
  ): Promise<{ events: readonly ClaimedEvent[]; hosts: readonly HostDue[] }>;
  /** Records attempts and their decisions. An event that is settled already stays as it is. */
  recordAttempts(records: readonly AttemptRecord[], now: number): Promise<void>;
  /** Releases events that were claimed and not sent, of which the lease is still ours: another process may have claimed them since. */
  releaseEvents(events: readonly Pick<ClaimedEvent, 'id' | 'leaseEnd'>[], now: number): Promise<void>;
  /** Every host with events that are not settled. */
  listDueHosts(): Promise<HostDue[]>;
  /** At most `limit` dead letters, of one account or of all, newest first. */
  listDeadEvents(limit: number, accountId?: string): Promise<DeadEvent[]>;
  /** Has a dead letter sent again, with all its attempts; false when there is none of this id. */
  reviveEvent(eventId: string, now: number): Promise<boolean>;
  /** At most `limit` disabled endpoints, of one account or of all, the last disabled first. */
  listDisabledEndpoints(limit: number, accountId?: string): Promise<DisabledEndpoint[]>;
  /** Enables an endpoint: its next failure begins a new row. False when it is not disabled. */
  enableEndpoint(accountId: string, host: string): Promise<boolean>;
  /** Forgets at most `limit` events that were delivered a day ago, or died 30 days ago; returns how many there were. Endpoints that nothing was sent to for as long are forgotten too. */
  forgetEvents(now: number, limit: number): Promise<number>;
}

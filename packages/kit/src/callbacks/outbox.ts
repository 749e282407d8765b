import type { EndpointChange, EndpointHealth } from './endpoint-health.ts';

/** The decision that follows an attempt. `gone`: the receiver wants no more events of this invoice. */
export type DeliveryDecision =
  | { kind: 'delivered' }
  | { kind: 'retry'; at: number; reason: string }
  | { kind: 'dead'; reason: string }
  | { kind: 'gone'; reason: string };

/** An event that is to be sent now, and belongs to this process until the lease ends. */
export interface ClaimedEvent extends Partial<EndpointHealth> {
  id: string;
  invoiceId: string;
  accountId: string;
  host: string;
  url: string;
  body: Uint8Array;
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

/**
 * Keeps events until they are delivered. An event is put in by the transaction that changes its invoice, so that no change goes untold.
 * A method is a transaction; but of claims, records and releases a power cut may take the last, and their events are then sent once
 * more.
 */
export interface Outbox {
  /** True when other servers may work on the same outbox; false by default. */
  isShared?: boolean;
  /** The number of servers that share it, as it was a few seconds ago; 1 by default. */
  serverCount?(): number;
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
  /** Forgets at most `limit` events that were delivered a day ago, or died 30 days ago; returns how many there were. Endpoints that nothing was sent to for as long are forgotten too. */
  forgetEvents(now: number, limit: number): Promise<number>;
}

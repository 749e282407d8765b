/** The decision that follows an attempt. `gone` means that the receiver wants no more events of the invoice. */
export type DeliveryDecision =
  | { kind: 'delivered' }
  | { kind: 'retry'; at: number; reason: string }
  | { kind: 'dead'; reason: string }
  | { kind: 'gone'; reason: string };

/** An event that is to be sent now. It belongs to this process until its lease ends. */
export interface ClaimedEvent extends Partial<EndpointHealth> {
  id: string;
  invoiceId: string;
  accountId: string;
  host: string;
  url: string;
  body: Uint8Array;
  /** The number of finished attempts. */
  attempts: number;
  /** The time from which another process may send the event, in milliseconds since 1970. */
  leaseEnd: number;
}

/** The number of a host's events that may be claimed. */
export interface HostShare {
  host: string;
  limit: number;
}

/** The time at which a host's next event is due. */
export interface HostDue {
  host: string;
  /** In milliseconds since 1970; infinite when the host has no event left. */
  nextAt: number;
}

/** A finished attempt, and the decision that follows. */
export interface AttemptRecord {
  event: Pick<ClaimedEvent, 'id' | 'invoiceId' | 'accountId' | 'host' | 'attempts'>;
  decision: DeliveryDecision;
  /** The consequence for the event's endpoint. */
  endpoint?: EndpointChange | undefined;
}

/**
 * Storage of events until they are delivered. The transaction that changes an invoice also stores its event, so every
 * change is reported. Each method is one transaction. A power cut may lose the last claims, records and releases; their
 * events are then sent once more.
 */
export interface Outbox {
  /** True when other servers may use the same outbox; false by default. */
  isShared?: boolean;
  /** The number of servers that shared the outbox a few seconds ago; 1 by default. */
  serverCount?(): number;
  /** Calls the listener with each event's host once the event is committed. */
  onEvent(listener: (host: string) => void): void;
  /**
   * Claims events that are due, longest overdue first. The claims last until `leaseEnd`. Also returns when the next events of
   * these hosts are due.
   */
  claimEvents(
    shares: readonly HostShare[],
    now: number,
    leaseEnd: number,
  ): Promise<{ events: readonly ClaimedEvent[]; hosts: readonly HostDue[] }>;
  /** Records attempts and their decisions. Settled events stay as they are. */
  recordAttempts(records: readonly AttemptRecord[], now: number): Promise<void>;
  /**
   * Releases events that were claimed but not sent. Skips an event whose lease has ended, because another process may
   * have claimed it.
   */
  releaseEvents(events: readonly Pick<ClaimedEvent, 'id' | 'leaseEnd'>[], now: number): Promise<void>;
  /** Returns every host with events that are not settled. */
  listDueHosts(): Promise<HostDue[]>;
  /**
   * Deletes at most `limit` events that were delivered a day ago or died 30 days ago, and returns how many it deleted.
   * Also deletes endpoints to which nothing was sent for 30 days.
   */
  forgetEvents(now: number, limit: number): Promise<number>;
}

const day = 24 * 60 * 60_000;

/** The milliseconds for which a settled event is kept. An undelivered event is kept long enough for people to notice it. */
export const eventLifetimes = { delivered: day, dead: 30 * day, gone: 30 * day } as const;

/** The failures of an endpoint: one account's receiver on one host. Times are in milliseconds since 1970. */
export interface EndpointHealth {
  /** The first failure since the last success; null when there was none. */
  failingSince: number | null;
  /** The last failure since the last success; null when there was none. */
  failedAt: number | null;
  /** The time at which the endpoint was disabled; null while its events are retried. */
  disabledAt: number | null;
}

/** The consequence of an attempt for its endpoint. */
export type EndpointChange = 'failed' | 'disabled' | 'healed';

/**
 * The longest time between two failures of one series, in milliseconds. The attempts of an event are at most a day and
 * its jitter apart. After a longer pause, nobody knows whether the receiver worked in between.
 */
export const longestRest = 2 * 86_400_000;

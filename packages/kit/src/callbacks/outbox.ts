/** The decision about an event after an attempt. `gone` means that the receiver wants no more events of the invoice. */
export type DeliveryDecision =
  | { kind: 'delivered' }
  | { kind: 'retry'; at: number; reason: string }
  | { kind: 'dead'; reason: string }
  | { kind: 'gone'; reason: string };

/** An event that this process has claimed and will send. No other process may send the event until the lease ends. */
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

/** The maximum number of a host's events to claim. */
export interface HostShare {
  host: string;
  limit: number;
}

/** The time at which a host's next event is due. */
export interface HostDue {
  host: string;
  /** The time at which the next event is due, in milliseconds since 1970; infinite if the host has no more events. */
  nextAt: number;
}

/** A finished attempt, and the decision about its event. */
export interface AttemptRecord {
  event: Pick<ClaimedEvent, 'id' | 'invoiceId' | 'accountId' | 'host' | 'attempts'>;
  decision: DeliveryDecision;
  /** The change in the endpoint's health; undefined if there is none. */
  endpoint?: EndpointChange | undefined;
}

/**
 * Storage of events until they are delivered. The transaction that changes an invoice also stores its event, so no change goes
 * unreported. Each method is one transaction. A power cut may lose the latest claims, records and releases; their events are then
 * sent once more.
 */
export interface Outbox {
  /** True when other servers may use the same outbox; false by default. */
  isShared?: boolean;
  /** The number of servers that shared the outbox a few seconds ago; 1 by default. */
  serverCount?(): number;
  /** Registers a listener. It is called with the host of each event after the event is committed. */
  onEvent(listener: (host: string) => void): void;
  /** Claims due events, longest overdue first, with a lease until `leaseEnd`. Also returns when the next events are due. */
  claimEvents(
    shares: readonly HostShare[],
    now: number,
    leaseEnd: number,
  ): Promise<{ events: readonly ClaimedEvent[]; hosts: readonly HostDue[] }>;
  /** Records attempts and their decisions. An event that is settled (delivered, dead or gone) stays unchanged. */
  recordAttempts(records: readonly AttemptRecord[], now: number): Promise<void>;
  /** Releases events that were not sent, except those whose lease has ended: another process may have claimed them. */
  releaseEvents(events: readonly Pick<ClaimedEvent, 'id' | 'leaseEnd'>[], now: number): Promise<void>;
  /** Returns every host with events that are not settled. */
  listDueHosts(): Promise<HostDue[]>;
  /**
   * Deletes at most `limit` events that were delivered more than a day ago or died more than 30 days ago, and returns how many it
   * deleted. Also deletes endpoints to which nothing was sent for 30 days.
   */
  forgetEvents(now: number, limit: number): Promise<number>;
}

const day = 24 * 60 * 60_000;

/** How long a settled event is kept, in milliseconds. An undelivered event is kept longer, so that people notice it. */
export const eventLifetimes = { delivered: day, dead: 30 * day, gone: 30 * day } as const;

/** The health of an endpoint, which is one account's receiver on one host. Times are in milliseconds since 1970. */
export interface EndpointHealth {
  /** The time of the first failure since the last success; null if there was none. */
  failingSince: number | null;
  /** The time of the latest failure since the last success; null if there was none. */
  failedAt: number | null;
  /** The time at which the endpoint was disabled; null while its events are retried. */
  disabledAt: number | null;
}

/** The change in an endpoint's health after an attempt: it failed, it was disabled because it kept failing, or it works again. */
export type EndpointChange = 'failed' | 'disabled' | 'healed';

/** The longest time between two failures of one series, in ms. The longest delay of a retry, a day plus jitter, is shorter. */
export const longestRest = 2 * 86_400_000;

import type { ClaimedEvent, HostDue, HostShare } from '../store/delivery-store.ts';

/** How much may be under way at once. */
export interface DeliveryLimits {
  /** Attempts over all hosts. */
  readonly total: number;
  /** Attempts to one host: what a slow one can occupy. */
  readonly perHost: number;
}

/** What is known of a host. */
interface Lane {
  readonly host: string;
  /** Claimed, not yet being sent. */
  queue: ClaimedEvent[];
  sending: number;
  /** When the store has more; infinite when it has none. */
  nextAt: number;
}

/** Claims ahead, for each attempt that a host is allowed: the next one can start while the store is busy. */
const AHEAD = 15;

/** Who may be sent next. Each host has a lane of its own, so that none waits for another. Holds no clock and sends nothing. */
export interface Lanes {
  /** A host has, or may have, an event in the store that is due at `at`. */
  expect(host: string, at: number): void;
  /** Hosts whose events should be claimed at `now`, and how many of each; they are not wanted again before `claimed` or `expect`. */
  wanted(now: number): HostShare[];
  /** What a claim gave. */
  claimed(events: readonly ClaimedEvent[], hosts: readonly HostDue[]): void;
  /** The next event to send, counted as under way from now on; undefined when there is none or no room. Hosts take turns. */
  take(): ClaimedEvent | undefined;
  /** An event that was taken is over. */
  done(host: string): void;
  /** Drops claimed events that are not to be sent: all, or those of one invoice; gives them. */
  drop(invoiceId?: string): ClaimedEvent[];
  /** When the first event of a host with room is due, in milliseconds since 1970. */
  nextAt(): number;
}

/** Makes lanes without any host. */
export function createLanes({ total, perHost }: DeliveryLimits): Lanes {
  const lanes = new Map<string, Lane>();
  /** Those with a queue, in the order of turns: who was served goes to the end. */
  const queued = new Set<Lane>();
  let sending = 0;

  const room = (lane: Lane) => perHost * (1 + AHEAD) - lane.sending - lane.queue.length;
  const laneOf = (host: string): Lane => {
    const lane = lanes.get(host) ?? { host, queue: [], sending: 0, nextAt: Number.POSITIVE_INFINITY };
    lanes.set(host, lane);
    return lane;
  };
  const forgetIfEmpty = (lane: Lane) => {
    if (lane.sending === 0 && lane.queue.length === 0 && lane.nextAt === Number.POSITIVE_INFINITY) lanes.delete(lane.host);
  };

  return {
    expect: (host, at) => {
      const lane = laneOf(host);
      lane.nextAt = Math.min(lane.nextAt, at);
    },
    wanted: (now) => {
      const shares: HostShare[] = [];
      for (const lane of lanes.values()) {
        if (lane.nextAt > now || room(lane) <= 0) continue;
        shares.push({ host: lane.host, limit: room(lane) });
        // The claim will tell. What is committed meanwhile, which it may not have seen, is expected anew.
        lane.nextAt = Number.POSITIVE_INFINITY;
      }
      return shares;
    },
    claimed: (events, hosts) => {
      for (const event of events) {
        const lane = laneOf(event.host);
        lane.queue.push(event);
        queued.add(lane);
      }
      for (const { host, nextAt } of hosts) {
        const lane = laneOf(host);
        lane.nextAt = Math.min(lane.nextAt, nextAt);
        forgetIfEmpty(lane);
      }
    },
    take: () => {
      if (sending >= total) return undefined;
      for (const lane of queued) {
        if (lane.sending >= perHost) continue;
        const event = lane.queue.shift();
        queued.delete(lane);
        if (lane.queue.length > 0) queued.add(lane);
        lane.sending += 1;
        sending += 1;
        return event;
      }
      return undefined;
    },
    done: (host) => {
      const lane = laneOf(host);
      lane.sending -= 1;
      sending -= 1;
      forgetIfEmpty(lane);
    },
    drop: (invoiceId) => {
      const dropped: ClaimedEvent[] = [];
      for (const lane of [...queued]) {
        const isMeant = (event: ClaimedEvent) => invoiceId === undefined || event.invoiceId === invoiceId;
        dropped.push(...lane.queue.filter(isMeant));
        lane.queue = lane.queue.filter((event) => !isMeant(event));
        if (lane.queue.length === 0) queued.delete(lane);
        forgetIfEmpty(lane);
      }
      return dropped;
    },
    nextAt: () => {
      let first = Number.POSITIVE_INFINITY;
      for (const lane of lanes.values()) if (room(lane) > 0) first = Math.min(first, lane.nextAt);
      return first;
    },
  };
}

import type { ClaimedEvent, HostDue, HostShare } from './outbox.ts';

/**
 * The number of events that are claimed in advance for each attempt to a host, so that attempts can begin while the store is
 * busy.
 */
const ahead = 15;
/** The number of claimed events in memory at which claiming in advance stops. */
const most = 16_384;

interface Known {
  host: string;
  /** The number of events that are claimed but not finished. */
  claimed: number;
  /** The time at which the host's next event in the store is due, in milliseconds since 1970; infinite if it has none. */
  nextAt: number;
}

/** Decides for which hosts to claim events, and how many. It only counts: the caller passes in the time and makes the claims. */
export interface HostShares {
  /** Records that the store may have an event for a host, due at `at`. */
  expect(host: string, at: number): void;
  /** Lists hosts with due events, and how many to claim. Later calls omit these hosts until `claimed` or `expect` names them. */
  wanted(now: number): HostShare[];
  /** Updates the counts after a claim. `hosts` contains the times at which the next events of the hosts are due. */
  claimed(events: readonly ClaimedEvent[], hosts: readonly HostDue[]): void;
  /** Records that a claimed event is finished. */
  done(host: string): void;
  /** Returns when the next event that may be claimed is due, in milliseconds since 1970; infinite if there is none. */
  nextAt(): number;
}

/** Makes a `HostShares` without hosts. `perHost` returns the current maximum number of simultaneous attempts to a host. */
export function createHostShares(perHost: () => number): HostShares {
  const hosts = new Map<string, Known>();
  let left = most;
  const roomOf = ({ claimed }: Known, free = left) =>
    Math.min(perHost() * (1 + ahead) - claimed, Math.max(perHost() - claimed, free));
  const know = (host: string): Known => {
    const known = hosts.get(host) ?? { host, claimed: 0, nextAt: Number.POSITIVE_INFINITY };
    hosts.set(host, known);
    return known;
  };
  const forgetIfIdle = ({ host, claimed, nextAt }: Known) => {
    if (claimed === 0 && nextAt === Number.POSITIVE_INFINITY) hosts.delete(host);
  };

  return {
    expect: (host, at) => {
      const known = know(host);
      known.nextAt = Math.min(known.nextAt, at);
    },
    wanted: (now) => {
      const shares: HostShare[] = [];
      let free = left;
      for (const known of hosts.values()) {
        const limit = roomOf(known, free);
        if (known.nextAt > now || limit <= 0) continue;
        shares.push({ host: known.host, limit });
        free -= limit;
        // `claimed` will report when the next event is due. If an event is committed before then, `expect` is called for it.
        known.nextAt = Number.POSITIVE_INFINITY;
      }
      return shares;
    },
    claimed: (events, dues) => {
      for (const { host } of events) know(host).claimed += 1;
      left -= events.length;
      for (const { host, nextAt } of dues) {
        const known = know(host);
        known.nextAt = Math.min(known.nextAt, nextAt);
        forgetIfIdle(known);
      }
    },
    done: (host) => {
      const known = know(host);
      known.claimed -= 1;
      left += 1;
      forgetIfIdle(known);
    },
    nextAt: () => {
      let first = Number.POSITIVE_INFINITY;
      for (const known of hosts.values()) if (roomOf(known) > 0) first = Math.min(first, known.nextAt);
      return first;
    },
  };
}

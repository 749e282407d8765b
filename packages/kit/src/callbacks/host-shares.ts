import type { ClaimedEvent, HostDue, HostShare } from './outbox.ts';

/** Claims ahead, for each attempt that a host is allowed: the next one can begin while the store is busy. */
const ahead = 15;
/** Claims over all hosts, which lie in memory; beyond it a host has no more than it is allowed attempts. */
const most = 16_384;

interface Known {
  host: string;
  /** Claimed, and not over. */
  claimed: number;
  /** The time at which the store has more; infinite when it has none. */
  nextAt: number;
}

/** Decides of which hosts events should be claimed, and how many. It holds no clock and claims nothing. */
export interface HostShares {
  /** A host has, or may have, an event in the store that is due at `at`. */
  expect(host: string, at: number): void;
  /** Hosts whose events should be claimed at `now`, and how many of each; they are not wanted again before `claimed` or `expect`. */
  wanted(now: number): HostShare[];
  /** Counts the result of a claim. */
  claimed(events: readonly ClaimedEvent[], hosts: readonly HostDue[]): void;
  /** A claimed event is over. */
  done(host: string): void;
  /** Returns when the first event of a host with room is due, in milliseconds since 1970. */
  nextAt(): number;
}

/** Knows no host yet. @param perHost returns the number of attempts to one host at once, which may change */
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
        // The claim will tell. What is committed meanwhile, which it may not have seen, is expected anew.
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

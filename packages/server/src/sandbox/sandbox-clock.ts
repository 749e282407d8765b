/** The furthest that a sandbox's clock is ahead, in milliseconds: about ten years. */
const FURTHEST = 10 * 365 * 24 * 60 * 60_000;

/** A clock that can be moved forward, so that nobody has to wait for an expiry. A restart sets it right again. */
export interface SandboxClock {
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** False when it would be too far ahead; then it stays. */
  advance(ms: number): boolean;
}

/** Makes a clock that begins with the time of another. */
export function createSandboxClock(base: () => number): SandboxClock {
  let ahead = 0;
  return {
    now: () => base() + ahead,
    advance: (ms) => {
      if (ahead + ms > FURTHEST) return false;
      ahead += ms;
      return true;
    },
  };
}

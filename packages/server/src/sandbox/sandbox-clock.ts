/** The furthest that a sandbox's clock is ahead, in milliseconds: about ten years. */
const furthest = 10 * 365 * 24 * 60 * 60_000;

/** A clock that can be moved forward, so that nobody has to wait for an expiry. A restart sets it right again. */
export interface SandboxClock {
  /** Milliseconds since 1970. */
  now: () => number;
  /** Milliseconds by which it was moved. */
  ahead: () => number;
  /** False when it would be too far ahead; then it stays. */
  advance(ms: number): boolean;
  /** Calls each time that it was moved. */
  onMoved(listener: () => void): void;
}

/** Makes a clock that begins with the time of another. */
export function createSandboxClock(base: () => number): SandboxClock {
  let ahead = 0;
  const listeners: (() => void)[] = [];
  return {
    now: () => base() + ahead,
    ahead: () => ahead,
    advance: (ms) => {
      if (ahead + ms > furthest) return false;
      ahead += ms;
      for (const listener of listeners) listener();
      return true;
    },
    onMoved: (listener) => void listeners.push(listener),
  };
}

import type { KnownState } from './follow-state.ts';

/** The maximum time in milliseconds that a sandbox's clock can be ahead: about ten years. */
const furthest = 10 * 365 * 24 * 60 * 60_000;

/** A clock that can be moved forward, so that nobody has to wait for an expiry. A restart resets it. */
export interface SandboxClock {
  /** Returns the Unix time in milliseconds. */
  now: () => number;
  /** Returns the time in milliseconds by which the clock was moved. */
  ahead: () => number;
  /** Moves the clock forward. Returns false, and does not move it, when it would be too far ahead. */
  advance(ms: number): Promise<boolean>;
  /** Calls the listener each time a server moved the clock. */
  onMoved(listener: () => void): void;
}

/** Makes a clock that is ahead of the clock `base` by the time in the sandbox's state. */
export function createSandboxClock(base: () => number, state: KnownState): SandboxClock {
  return {
    now: () => base() + state.current().ahead,
    ahead: () => state.current().ahead,
    advance: async (ms) => {
      let isTooFar = false;
      await state.change((found) => {
        isTooFar = found.ahead + ms > furthest;
        return isTooFar ? found : { ...found, ahead: found.ahead + ms, epoch: found.epoch + 1 };
      });
      return !isTooFar;
    },
    onMoved: (listener) =>
      state.onChanged(({ ahead }, before) => {
        if (ahead !== before.ahead) listener();
      }),
  };
}

import type { KnownState } from './follow-state.ts';

/** The furthest that a sandbox's clock is ahead, in milliseconds: about ten years. */
const furthest = 10 * 365 * 24 * 60 * 60_000;

/** A clock that can be moved forward, so that nobody has to wait for an expiry. A restart sets it right again. */
export interface SandboxClock {
  /** Milliseconds since 1970. */
  now: () => number;
  /** Milliseconds by which it was moved. */
  ahead: () => number;
  /** False when it would be too far ahead; then it stays. */
  advance(ms: number): Promise<boolean>;
  /** Calls each time that it was moved, by whichever server. */
  onMoved(listener: () => void): void;
}

/** Makes a clock that is ahead of another one by what the state says. */
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

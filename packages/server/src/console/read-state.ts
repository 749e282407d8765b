import type { Part } from '../store/shared-store.ts';
import type { Sandbox } from './console.ts';

/** The part of a sandbox's state that a reader can change. */
export interface ShownState {
  /** Milliseconds by which the clock was moved. */
  ahead: number;
  away: readonly Part[];
  /** True when the account has the contract's rate limits. */
  isLimited: boolean;
}

export function readState({ clock, switches }: Sandbox, accountId: string): ShownState {
  const { away, limited } = switches.read(accountId);
  return { ahead: clock.ahead(), away, isLimited: limited };
}

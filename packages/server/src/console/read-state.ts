import type { Part } from '../store/shared-store.ts';
import type { Sandbox } from './console.ts';

/** The part of a sandbox's state that a reader can change. */
export interface ShownState {
  /** The time in milliseconds by which the clock was moved. */
  ahead: number;
  away: readonly Part[];
  /** True when the contract's rate limits apply to the account. */
  isLimited: boolean;
}

export function readState({ clock, switches }: Sandbox, accountId: string): ShownState {
  const { away, limited } = switches.read(accountId);
  return { ahead: clock.ahead(), away, isLimited: limited };
}

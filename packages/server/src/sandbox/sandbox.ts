import type { Console } from '../console/console.ts';
import type { Guard } from '../rates/create-guard.ts';
import type { KnownState } from './follow-state.ts';
import type { SandboxClock } from './sandbox-clock.ts';
import type { SandboxIdentity } from './sandbox-identity.ts';
import type { SandboxSwitches } from './sandbox-switches.ts';

/** The parts that only a sandbox has. */
export interface Sandbox {
  identity: SandboxIdentity;
  state: KnownState;
  clock: SandboxClock;
  switches: SandboxSwitches;
  /** Lets accounts in whatever the switches say; otherwise nothing that is off could be turned on again. */
  guard: Guard;
  /** Seals callback secrets. */
  callbackKey: Buffer;
  /** Shows people what happened. */
  console: Console;
}

import type { RandomBytes } from '@payment-invoice/kit/ids';
import type { Guard } from '@payment-invoice/kit/tokens';
import type { SandboxIdentity } from '../sandbox/sandbox-identity.ts';
import type { KnownState, SandboxClock, SandboxSwitches } from '../sandbox/sandbox-state.ts';
import { createJournal, type Journal } from './journal.ts';
import { createLiveConnections, type LiveConnections } from './live-connections.ts';
import { createSessions, type Sessions } from './session.ts';

/** The parts of the console, which only a sandbox has. */
export interface Console {
  journal: Journal;
  live: LiveConnections;
  sessions: Sessions;
}

/** Makes the parts of a console. `wallClock` returns the Unix time in milliseconds, from a clock that nobody can move. */
export function createConsole(identity: SandboxIdentity, wallClock: () => number, randomBytes: RandomBytes): Console {
  const journal = createJournal();
  return { journal, live: createLiveConnections(journal), sessions: createSessions(identity, wallClock, randomBytes) };
}

/** The parts that only a sandbox has. */
export interface Sandbox {
  identity: SandboxIdentity;
  state: KnownState;
  clock: SandboxClock;
  switches: SandboxSwitches;
  /** Admits accounts to the sandbox's own pages whatever is switched off, so that readers can switch it on again. */
  guard: Guard;
  /** The key that seals callback secrets. */
  callbackKey: Buffer;
  /** The parts of the console, which shows people what happened. */
  console: Console;
}

import type { RandomBytes } from '../engine/make-id.ts';
import type { SandboxIdentity } from '../sandbox/sandbox-identity.ts';
import { createJournal, type Journal } from './journal.ts';
import { createLiveConnections, type LiveConnections } from './live-connections.ts';
import { createSessions, type Sessions } from './session.ts';

/** The parts of the console, which only a sandbox has. */
export interface Console {
  journal: Journal;
  live: LiveConnections;
  sessions: Sessions;
}

/** Makes the parts of a console; `wallClock` in milliseconds since 1970, which nobody can move. */
export function createConsole(identity: SandboxIdentity, wallClock: () => number, randomBytes: RandomBytes): Console {
  const journal = createJournal();
  return { journal, live: createLiveConnections(journal), sessions: createSessions(identity, wallClock, randomBytes) };
}

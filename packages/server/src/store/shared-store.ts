import type { MakeCounter } from '@payment-invoice/kit/rates';
import type { ServerMode } from '../settings/server-settings.ts';

/** A part that can be taken away from a sandbox. */
export type Part = 'verifier' | 'store';

/** The state of a sandbox, as those who test against it have set it. */
export interface SandboxState {
  /** Milliseconds that its clock is ahead. */
  ahead: number;
  /** Parts that are taken away. */
  away: readonly Part[];
  /** Accounts for which the contract's rate limits hold. */
  limited: readonly string[];
  /** The counts of those limits begin anew with each. */
  epoch: number;
  /** The number of changes so far. */
  version: number;
}

/** The state of a sandbox that nobody has told anything. */
export const freshState: SandboxState = { ahead: 0, away: [], limited: [], epoch: 0, version: 0 };

/** The things that the servers of one database have in common, beside its contents. On SQLite there is one server, and most of it is in its memory. */
export interface SharedStore {
  /** Says in a sentence which database it is, without a secret. */
  place: string;
  /** True when other servers may work on the same database. */
  isShared: boolean;
  /** Returns the time by the clock that all servers go by, in milliseconds since 1970. */
  now(): number;
  /** Makes counters of rate limits, over all servers. */
  makeCounter: MakeCounter;
  /** The mode of the servers that used this database; undefined when none did, or nobody can know. */
  readMode(): Promise<ServerMode | undefined>;
  /** Keeps the mode of the database, unless there is one already; returns the one that is kept. */
  keepMode(mode: ServerMode): Promise<ServerMode>;
  /** The identity of a sandbox, as a text; undefined when it has none yet. */
  readIdentity(): Promise<string | undefined>;
  /** Keeps the identity, unless there is one already; returns the one that is kept. */
  keepIdentity(text: string): Promise<string>;
  readSandboxState(): Promise<SandboxState>;
  /** Changes the state, and returns it. `change` must be pure: it is called again when another server was ahead. */
  changeSandboxState(change: (state: SandboxState) => SandboxState): Promise<SandboxState>;
  /** Makes this process one of the running servers until it leaves; returns how many there are with it. */
  enterServers(): Promise<number>;
  /** The number of running servers as it was a few seconds ago; 1 at least. */
  serverCount(): number;
  /** Counts the servers that are running, this process too when it is one; 0 on SQLite, where nobody can know. */
  countServers(): Promise<number>;
}

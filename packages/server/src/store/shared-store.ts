import type { MakeCounter } from '@payment-invoice/kit/rates';
import type { ServerMode } from '../settings/server-settings.ts';

/** A part of a sandbox that can be made unavailable. */
export type Part = 'verifier' | 'store';

/** The state of a sandbox, as its users have set it. */
export interface SandboxState {
  /** The time in milliseconds that its clock is ahead. */
  ahead: number;
  /** The parts that are unavailable. */
  away: readonly Part[];
  /** The accounts to which the contract's rate limits apply. */
  limited: readonly string[];
  /** The number of times the rate counts were restarted. Each epoch counts from zero. */
  epoch: number;
  /** The number of changes so far. */
  version: number;
}

/** The state of a sandbox in which nothing has been set. */
export const freshState: SandboxState = { ahead: 0, away: [], limited: [], epoch: 0, version: 0 };

/**
 * The state that the servers of one database share, apart from the stored data. On SQLite there is only one server,
 * which keeps most of this state in memory.
 */
export interface SharedStore {
  /** A text that identifies the database without a secret. */
  place: string;
  /** True when other servers may use the same database. */
  isShared: boolean;
  /** Returns the Unix time in milliseconds, by the clock that all servers use. */
  now(): number;
  /** Makes counters for rate limits, shared by all servers. */
  makeCounter: MakeCounter;
  /** Returns the mode of the servers that have used this database; undefined when there were none, or when it is unknown. */
  readMode(): Promise<ServerMode | undefined>;
  /** Stores the mode of the database, unless there is one already. Returns the stored mode. */
  keepMode(mode: ServerMode): Promise<ServerMode>;
  /** Returns the identity of a sandbox as a text; undefined when it has none yet. */
  readIdentity(): Promise<string | undefined>;
  /** Stores the identity, unless there is one already. Returns the stored identity. */
  keepIdentity(text: string): Promise<string>;
  readSandboxState(): Promise<SandboxState>;
  /**
   * Changes the state, and returns the new one. `change` must be pure, because it is called again when another server changed the
   * state first.
   */
  changeSandboxState(change: (state: SandboxState) => SandboxState): Promise<SandboxState>;
  /** Registers this process as a running server until it leaves, and returns the number of servers including it. */
  enterServers(): Promise<number>;
  /** The number of running servers a few seconds ago, at least 1. */
  serverCount(): number;
  /** Counts the running servers, including this process if it is one. Returns 0 on SQLite, where it cannot be known. */
  countServers(): Promise<number>;
}

import type { SiegeTarget } from './start-siege-target.ts';

/** Limits that the server must keep during an attack. */
export interface SiegeLimits {
  /** The maximum growth of the server's memory, in megabytes. */
  growth: number;
  /**
   * The longest time that an honest client may wait during the attack, in milliseconds. Five times its wait without an attack
   * is always allowed.
   */
  wait: number;
  /** The highest CPU time, in milliseconds, that the server may spend per kilobyte from the attacker. */
  ratio: number;
}

/** The target of an attack, and tools that attacks share. */
export interface SiegeTools {
  target: SiegeTarget;
  /** Returns a number from 0 to 1. The same seed gives the same sequence. */
  random: () => number;
  /** Aborted when the attack's time is over. */
  signal: AbortSignal;
}

/** The outcome of an attack. */
export interface SiegeYield {
  /** Number of bytes that the attacker sent. */
  bytes: number;
  /** Milliseconds of CPU time that are not counted, because a bare server would need them too. */
  spared?: number;
  /** Sentences about violations that the attack itself has noticed. Broken limits are not among them. */
  findings?: readonly string[];
  /** A word about the result, for the table. */
  remark?: string;
}

/** A way to harm a server. It stops soon after its signal is aborted. */
export interface Attack {
  name: string;
  /** Describes the attack, for the table of `--help`. */
  what: string;
  limits?: Partial<SiegeLimits>;
  /** How long the attack runs, in seconds, if it needs longer than usual. */
  seconds?: number;
  run(tools: SiegeTools): Promise<SiegeYield>;
}

/** The limits for attacks that have none of their own. */
export const usualLimits: SiegeLimits = { growth: 150, wait: 250, ratio: 25 };

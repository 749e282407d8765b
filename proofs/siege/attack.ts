import type { SiegeTarget } from './start-siege-target.ts';

/** Limits that the server must keep during an attack. */
export interface SiegeLimits {
  /** By how many megabytes the server's memory may grow at most. */
  growth: number;
  /**
   * How many milliseconds an honest client may wait at most during the attack. If five times its wait without an attack is
   * more, that is the limit.
   */
  wait: number;
  /** How many milliseconds of CPU each kilobyte that the attacker sends may cost at most. */
  ratio: number;
}

/** Everything that an attack works with. */
export interface SiegeTools {
  target: SiegeTarget;
  /** Returns a number from 0 to 1; the same sequence for the same seed. */
  random: () => number;
  /** Aborted when the attack's time is over. */
  signal: AbortSignal;
}

/** The outcome of an attack. */
export interface SiegeYield {
  /** Number of bytes that the attacker sent. */
  bytes: number;
  /** Milliseconds of CPU that do not count, because a bare server would use them too. */
  spared?: number;
  /** Sentences about violations that are not about these limits. */
  findings?: readonly string[];
  /** A word to show in the table. */
  remark?: string;
}

/** One way to harm a server. It ends soon after its signal is aborted. */
export interface Attack {
  name: string;
  /** Describes the attack, for the table of `--help`. */
  what: string;
  limits?: Partial<SiegeLimits>;
  /** The maximum number of seconds that it takes, if it needs more than the usual time. */
  seconds?: number;
  run(tools: SiegeTools): Promise<SiegeYield>;
}

/** The limits of an attack that sets none of its own. */
export const usualLimits: SiegeLimits = { growth: 150, wait: 250, ratio: 25 };

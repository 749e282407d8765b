import type { SiegeTarget } from './start-siege-target.ts';

/** Limits that an attack must not break. */
export interface SiegeLimits {
  /** The most megabytes that the server's memory may grow. */
  growth: number;
  /** The longest that an honest client may wait beside it, in milliseconds; five times its wait without an attack, when that is more. */
  wait: number;
  /** The most milliseconds of CPU for each kilobyte that the attacker sends. */
  ratio: number;
}

/** The means of an attack. */
export interface SiegeTools {
  target: SiegeTarget;
  /** From 0 to 1, the same for the same seed. */
  random: () => number;
  /** Aborted when the attack's time is over. */
  signal: AbortSignal;
}

/** The outcome of an attack. */
export interface SiegeYield {
  /** Bytes that the attacker sent. */
  bytes: number;
  /** Sentences on what must not be, beside the limits. */
  findings?: readonly string[];
  /** A word for the table. */
  remark?: string;
}

/** One way to harm a server. It ends by itself soon after its signal. */
export interface Attack {
  name: string;
  /** Says what it does, for the table of `--help`. */
  what: string;
  limits?: Partial<SiegeLimits>;
  /** The most seconds that it takes, where the usual ones are too few. */
  seconds?: number;
  run(tools: SiegeTools): Promise<SiegeYield>;
}

/** Limits of an attack that says nothing else. */
export const usualLimits: SiegeLimits = { growth: 150, wait: 250, ratio: 25 };

import type { RunningSubject, StartOptions } from '../faults/fault.ts';

/** A server unlike the reference server, and just as lawful: the suite must find nothing in it. */
export interface Variant {
  readonly id: string;
  readonly title: string;
  /** Why the source document allows it. */
  readonly why: string;
  /** Features of the contract that it claims beside core. */
  readonly features?: readonly string[];
  /** Cases that it gives no way to try. */
  readonly untried?: readonly string[];
  start(options?: StartOptions): Promise<RunningSubject>;
}

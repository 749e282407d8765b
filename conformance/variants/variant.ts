import type { RunningSubject, StartOptions } from '../faults/fault.ts';

/** A server unlike the reference server, and just as lawful: the suite must find nothing in it. */
export interface Variant {
  id: string;
  title: string;
  /** Why the source document allows it. */
  why: string;
  /** Features of the contract that it claims beside core. */
  features?: readonly string[];
  /** Cases that it gives no way to try. */
  untried?: readonly string[];
  start(options?: StartOptions): Promise<RunningSubject>;
}

import type { Table } from '../report/table.ts';

/** The extent of a measurement. */
export interface Settings {
  /** The number of rounds. Each of them starts all servers anew. */
  rounds: number;
  /** The number of slices that each server gets per round, at each point of the comparison. */
  slices: number;
  /** The length of a slice, in milliseconds. */
  slice: number;
  /** The maximum duration of a comparison, in seconds. No slice begins after that. */
  seconds: number;
  /** How many requests of each operation are sent before the first slice. By then most code is compiled. */
  warm: number;
  /** How many invoices a large database has. */
  rows: number;
  /** How many requests to send before measuring a server's memory. */
  requests: number;
}

/** A measurement. It starts its own servers, in a folder that is removed afterwards. */
export interface Measurement {
  title: string;
  /**
   * Runs the measurement. Calls `begin` once at the start, with a function that returns the results so far whenever it is called.
   */
  run(settings: Settings, place: string, begin: (describe: () => Outcome) => void): Promise<void>;
}

export interface Outcome {
  tables: readonly Table[];
  /** Sentences to print below the tables. */
  remarks: readonly string[];
}

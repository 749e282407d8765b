import type { Table } from '../report/table.ts';

/** The size of a measurement. */
export interface Settings {
  /** The number of times that servers are started anew. */
  rounds: number;
  /** Slices of each server at each point in a round. */
  slices: number;
  /** The length of a slice, in milliseconds. */
  slice: number;
  /** The longest that a comparison takes: no slice begins after it. */
  seconds: number;
  /** Requests of each operation before the first slice: most code is compiled by then. */
  warm: number;
  /** Invoices in a large database. */
  rows: number;
  /** Requests before the memory of a server is measured. */
  requests: number;
}

/** One thing that is measured, with servers of its own, in a folder that is gone afterwards. */
export interface Measurement {
  title: string;
  /** Measures. `describe` is handed over at once, and returns at any time what is known until then. */
  run(settings: Settings, place: string, begin: (describe: () => Outcome) => void): Promise<void>;
}

/** The results of a measurement. */
export interface Outcome {
  tables: readonly Table[];
  /** Sentences below the tables. */
  remarks: readonly string[];
}

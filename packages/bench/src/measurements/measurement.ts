/** The size of a measurement. */
export interface Settings {
  /** The number of times that each point is measured. */
  rounds: number;
  /** Seconds that each point is loaded in a round. */
  seconds: number;
  /** Invoices in a large database. */
  rows: number;
  /** Requests before the memory of a server is measured. */
  requests: number;
}

/** One thing that is measured, with servers of its own, in a folder that is gone afterwards. */
export interface Measurement {
  title: string;
  run(settings: Settings, place: string): Promise<Outcome>;
}

/** The results of a measurement, for people and for programs. */
export interface Outcome {
  text: string;
  figures: unknown;
}

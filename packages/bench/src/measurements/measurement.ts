/** How much a measurement does. */
export interface Settings {
  /** How often each point is measured. */
  rounds: number;
  /** How long each point is loaded in a round. */
  seconds: number;
  /** Invoices in a large database. */
  rows: number;
  /** Requests that a server answers before its memory is looked at. */
  requests: number;
}

/** One thing that is measured, with servers of its own, in a folder that is gone afterwards. */
export interface Measurement {
  title: string;
  run(settings: Settings, place: string): Promise<Outcome>;
}

/** What came of it, for people and for programs. */
export interface Outcome {
  text: string;
  figures: unknown;
}

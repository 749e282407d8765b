/** How much a measurement does. */
export interface Settings {
  /** How often each point is measured. */
  readonly rounds: number;
  /** How long each point is loaded in a round. */
  readonly seconds: number;
  /** Invoices in a large database. */
  readonly rows: number;
  /** Requests that a server answers before its memory is looked at. */
  readonly requests: number;
}

/** One thing that is measured, with servers of its own, in a folder that is gone afterwards. */
export interface Measurement {
  readonly title: string;
  run(settings: Settings, place: string): Promise<Outcome>;
}

/** What came of it, for people and for programs. */
export interface Outcome {
  readonly text: string;
  readonly figures: unknown;
}

/** Figures that the model assumes, each with its reason. All other figures are measured, or options of the command. */
export const assumptions = {
  /** The fraction of memory that caches database pages, in PostgreSQL or the operating system. */
  cacheShare: 0.75,
  /** The fraction of cores, and of a disk, that may be in use; a higher load leaves no reserve for a peak hour. */
  usable: 0.6,
  usableDisk: 0.8,
  /**
   * The size of a page in bytes, and how full the pages of an unordered index are on average. A page is half full after a split.
   */
  page: 8_192,
  leafFill: 0.7,
  /**
   * Seconds between two checkpoints, PostgreSQL's default. The first change to a page after a checkpoint writes the whole page to
   * the log.
   */
  checkpoint: 300,
  /** For how many hours after its creation an invoice is paid and fetched. During this time its rows should be in memory. */
  busyHours: 1,
  /** Days for which a settled event and an idempotency key are kept. */
  keptDays: 1,
  /**
   * The fraction of events that are never delivered, and the days for which they are kept. The fraction is 0.001 because
   * one endpoint in a thousand is assumed to be unavailable for long.
   */
  deadShare: 0.001,
  deadDays: 30,
  /**
   * Bytes per second that a vacuum may read, and that it may dirty. By default a vacuum may spend a cost of 200 in 2
   * ms; reading a page costs 2, dirtying one costs 20.
   */
  vacuumRead: (200 / 2 / 0.002) * 8_192,
  vacuumDirty: (200 / 20 / 0.002) * 8_192,
  /**
   * The fraction of dead rows at which PostgreSQL vacuums a table. It is PostgreSQL's default or, for tables of short-lived rows,
   * the value that the operators' guide recommends.
   */
  vacuumScale: { invoices: 0.2, receipts: 0.2, outbox: 0.02, idempotency_keys: 0.02 } as Record<string, number>,
  /**
   * How many dead row versions a row leaves behind in its lifetime. An invoice leaves one, when it changes; an event leaves
   * three: when it is claimed, settled and removed.
   */
  deadRows: { invoices: 1, receipts: 0, outbox: 3, idempotency_keys: 1 } as Record<string, number>,
  /** PostgreSQL's default number of transactions after which it vacuums a table to prevent wraparound. */
  freezeAfter: 200_000_000,
  /** Bytes per second that pg_dump writes. It is a single process and has to compress. */
  dump: 100e6,
  /**
   * Microseconds of a server's CPU core per invoice: a create, a submission, two fetches and a callback. `npm run prove -- bench`
   * measures 200 to 300 for each of these.
   */
  serverTime: 1_200,
  /**
   * How many statements of one kind a server sends per second before it combines several invoices in one statement. Two
   * statements are in progress at a time, and each takes 2 ms.
   */
  statements: 1_000,
  /** Connections of a server: four, and a fifth while the server starts. */
  connectionsPerServer: 5,
  maxConnections: 100,
} as const;

/**
 * The indexes whose keys are in no order, with the number of pages that one invoice changes in each. In a large index each of
 * these changes is on a different page. All other indexes are ordered by time, so only their newest pages have to be in memory.
 */
export const unorderedIndexes: Readonly<Record<string, number>> = {
  // The creation changes a page. A later change of the invoice costs nothing more, because that page is still in memory.
  invoices_note_key: 1,
  // The payment service chooses the ids of receipts. A submission looks up the id and inserts it on the same page.
  receipts_pkey: 1,
  receipts_hash_key: 1,
  idempotency_keys_pkey: 1,
};

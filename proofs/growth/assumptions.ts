/** Figures that the model assumes, each with its reason. All other figures are measured, or options of the command. */
export const assumptions = {
  /** The fraction of memory that caches database pages, in PostgreSQL or the operating system. */
  cacheShare: 0.75,
  /** The fraction of cores, and of a disk, that may be in use; a higher load leaves no reserve for a peak hour. */
  usable: 0.6,
  usableDisk: 0.8,
  /** Bytes of a page, and the used fraction of a page in an unordered index. Pages are half full after a split. */
  page: 8_192,
  leafFill: 0.7,
  /**
   * Seconds between two checkpoints, PostgreSQL's default. The first change of a page after a checkpoint writes the page to the
   * log.
   */
  checkpoint: 300,
  /** Hours after its create during which an invoice is paid and fetched, so that its rows should be in memory. */
  busyHours: 1,
  /** Days for which a settled event and an idempotency key are kept. */
  keptDays: 1,
  /**
   * The fraction of events that are given up, and the days for which these are kept. One endpoint in a thousand is unavailable
   * for long.
   */
  deadShare: 0.001,
  deadDays: 30,
  /**
   * Bytes per second that a vacuum may read, and may dirty. By default it may spend a cost of 200 in 2 ms; reading a page costs
   * 2, dirtying one costs 20.
   */
  vacuumRead: (200 / 2 / 0.002) * 8_192,
  vacuumDirty: (200 / 20 / 0.002) * 8_192,
  /**
   * The fraction of dead rows at which a table is vacuumed: the default, and for short-lived rows the value of the operators'
   * guide.
   */
  vacuumScale: { invoices: 0.2, receipts: 0.2, outbox: 0.02, idempotency_keys: 0.02 } as Record<string, number>,
  /**
   * Dead row versions that each row leaves behind in its lifetime: an invoice its one change, an event its claim, its end and its
   * removal.
   */
  deadRows: { invoices: 1, receipts: 0, outbox: 3, idempotency_keys: 1 } as Record<string, number>,
  /** Transactions after which a table is vacuumed to prevent wraparound, by default. */
  freezeAfter: 200_000_000,
  /** Bytes per second that pg_dump writes: it is one process, which compresses. */
  dump: 100e6,
  /**
   * Microseconds of a server's core per invoice: a create, a submit, two fetches and a callback, of 200 to 300 each as `npm run
   * prove -- bench` measures them.
   */
  serverTime: 1_200,
  /**
   * Statements of one kind that a server sends per second before it combines several invoices in one: two at a time, of 2 ms
   * each.
   */
  statements: 1_000,
  /** Connections of a server: four, and one more while it starts. */
  connectionsPerServer: 5,
  maxConnections: 100,
} as const;

/**
 * Indexes whose keys have no order, with the number of pages that one invoice changes in each; in a large index each change is on
 * another page. All other indexes are ordered by time, so only their newest end needs to be in memory.
 */
export const unorderedIndexes: Readonly<Record<string, number>> = {
  // Changed by the create; the later change happens while the page is still in memory.
  invoices_note_key: 1,
  // The issuer chooses the ids of receipts. A submit looks them up, on the same page.
  receipts_pkey: 1,
  receipts_hash_key: 1,
  idempotency_keys_pkey: 1,
};

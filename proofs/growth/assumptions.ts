/** Figures that the model takes for given, each with its reason. Everything else is measured, or an option of the command. */
export const assumptions = {
  /** The part of memory that holds pages of the database, in PostgreSQL or the system. */
  cacheShare: 0.75,
  /** The part of cores, and of a disk, that may be in use: what is fuller has no room for a bad hour. */
  usable: 0.6,
  usableDisk: 0.8,
  /** Bytes of a page, and the part of a page of an unordered index that is in use: pages that split are half full. */
  page: 8_192,
  leafFill: 0.7,
  /** Seconds between two checkpoints: PostgreSQL's default. The first change of a page after one puts the page into the log. */
  checkpoint: 300,
  /** Hours after its create in which an invoice is paid and looked at: its rows are wanted in memory. */
  busyHours: 1,
  /** Days that a settled event and an idempotency key are kept. */
  keptDays: 1,
  /** The part of events that die, and the days that those are kept. One endpoint in a thousand is away for long. */
  deadShare: 0.001,
  deadDays: 30,
  /** Bytes a second that a vacuum may read, and make dirty: the default costs are 200 for 2 ms, 2 for a page read, 20 for one made dirty. */
  vacuumRead: (200 / 2 / 0.002) * 8_192,
  vacuumDirty: (200 / 20 / 0.002) * 8_192,
  /** The part of a table's rows that are dead before it is vacuumed: the default, and that of the operators' guide for what comes and goes. */
  vacuumScale: { invoices: 0.2, receipts: 0.2, outbox: 0.02, idempotency_keys: 0.02 } as Record<string, number>,
  /** Dead rows that each row leaves behind in its life: an invoice its one change, an event its claim, its end and itself. */
  deadRows: { invoices: 1, receipts: 0, outbox: 3, idempotency_keys: 1 } as Record<string, number>,
  /** Transactions after which a table is vacuumed against wraparound, by default. */
  freezeAfter: 200_000_000,
  /** Bytes a second that pg_dump writes out: one process, which compresses. */
  dump: 100e6,
  /** Microseconds of a server's core for one invoice: create, submit, two fetches and a callback, of 200 to 300 each as `npm run prove -- bench` finds them. */
  serverTime: 1_200,
  /** Statements of a kind that a server sends in a second before it puts several invoices into one: two are under way, of 2 ms each. */
  statements: 1_000,
  /** Connections of a server: four, and one while it starts. */
  connectionsPerServer: 5,
  maxConnections: 100,
} as const;

/**
 * Indexes whose keys come in no order, and the number of their pages that one invoice changes: of a large one each is another page.
 * The keys of all others are ordered by time, and only their newest end is wanted.
 */
export const unorderedIndexes: Readonly<Record<string, number>> = {
  // At the create; the change comes while the page is still there.
  invoices_note_key: 1,
  // Ids of receipts are the issuer's. A submit looks them up, which is the same page.
  receipts_pkey: 1,
  receipts_hash_key: 1,
  idempotency_keys_pkey: 1,
};

/** The kinds of work in the life of one invoice. */
export const works = ['create', 'submit', 'deliver', 'forgetEvent', 'forgetKey'] as const;

/** One kind of work. */
export type Work = (typeof works)[number];

/** The cost of one piece of work. */
export interface WorkCost {
  /** Bytes of the write-ahead log, without full-page images. */
  wal: number;
  /** The number of transactions that are assigned an id; less than one when many invoices share a statement. */
  transactions: number;
  /** Microseconds of CPU in PostgreSQL; null where they could not be read. */
  cpu: number | null;
}

/** Bytes per row. */
export interface TableSize {
  table: string;
  heap: number;
  /** By the name of the index. */
  indexes: Record<string, number>;
}

/** The largest number of invoices in one statement that is measured. */
export const together = 64;

/** Sizes and costs measured on a small database that is used like a large one. */
export interface GrowthMeasure {
  /** The machine, its PostgreSQL version, and the time of the measurement. */
  from: string;
  /** The number of invoices used for the measurement. */
  invoices: number;
  tables: TableSize[];
  /** Costs with one invoice per statement. */
  alone: Record<Work, WorkCost>;
  /** Costs with `together` invoices per statement, as a server under load sends them. */
  batched: Record<Work, WorkCost>;
}

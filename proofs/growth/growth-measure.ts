/** The work that the life of one invoice is made of. */
export const works = ['create', 'submit', 'deliver', 'forgetEvent', 'forgetKey'] as const;

/** One kind of that work. */
export type Work = (typeof works)[number];

/** The cost of one piece of work. */
export interface WorkCost {
  /** Bytes of the log, without images of pages. */
  wal: number;
  /** Transactions that get a number: less than one where many share a statement. */
  transactions: number;
  /** Microseconds of a core in PostgreSQL; null where they could not be read. */
  cpu: number | null;
}

/** Bytes a row. */
export interface TableSize {
  table: string;
  heap: number;
  /** By the name of the index. */
  indexes: Record<string, number>;
}

/** The most invoices of a statement, as they are measured. */
export const together = 64;

/** Sizes and costs as they were measured, on a small database that was driven as a large one is. */
export interface GrowthMeasure {
  /** The machine, its PostgreSQL, and the time. */
  from: string;
  /** The number of invoices that lived. */
  invoices: number;
  tables: TableSize[];
  /** Of a statement for one invoice. */
  alone: Record<Work, WorkCost>;
  /** Of a statement for `together` of them, which a server under load sends. */
  batched: Record<Work, WorkCost>;
}

/** A value of a statement; they stand for its question marks, in their order. */
export type Value = string | number | null | Uint8Array;

/** Runs statements. */
export interface Sql {
  all<Row>(sql: string, ...values: Value[]): Promise<Row[]>;
  /** Returns the number of rows that were changed. */
  run(sql: string, ...values: Value[]): Promise<number>;
}

/** A database; what it runs outside of a transaction only reads. */
export interface Database extends Sql {
  transaction<T>(work: (db: Sql) => Promise<T>): Promise<T>;
  create(schema: string): Promise<unknown>;
  close(): Promise<void>;
  /** The type of bytes. */
  bytes: string;
  /** True when other servers may work on it: rows are locked FOR UPDATE then. Otherwise one transaction runs at a time. */
  isShared: boolean;
}

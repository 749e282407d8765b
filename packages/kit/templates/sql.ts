/** A value for a statement. Values replace the statement's question marks in order. */
export type Value = string | number | null | Uint8Array;

/** Runs statements. */
export interface Sql {
  all<Row>(sql: string, ...values: Value[]): Promise<Row[]>;
  /** Returns the number of rows that were changed. */
  run(sql: string, ...values: Value[]): Promise<number>;
}

/** A database. Statements that run outside of a transaction may only read. */
export interface Database extends Sql {
  transaction<T>(work: (db: Sql) => Promise<T>): Promise<T>;
  create(schema: string): Promise<unknown>;
  close(): Promise<void>;
  /** The SQL type for bytes. */
  bytes: string;
  /**
   * True if other servers may use the same database. Rows are then locked with FOR UPDATE. If it is false, one transaction runs
   * at a time.
   */
  isShared: boolean;
}

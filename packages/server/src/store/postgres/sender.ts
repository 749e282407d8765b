import type { QueryResultRow } from 'pg';

/** How long to wait for the database when a connection is closed, in milliseconds. */
export const farewell = 1_000;

/** A statement that each connection prepares at most once, under its name. */
export interface Statement {
  name: string;
  text: string;
  /**
   * True for a statement that changes invoices. If its connection breaks, the client must be told that the change may have been
   * made.
   */
  changesInvoices?: true;
}

/** Sends single statements. Opens connections on demand, and reopens them if they break. */
export interface Sender {
  /**
   * Sends a statement once.
   * @throws the errors of the driver
   */
  send<Row extends QueryResultRow>(statement: Statement, values: readonly unknown[]): Promise<Row[]>;
  close(): Promise<void>;
}

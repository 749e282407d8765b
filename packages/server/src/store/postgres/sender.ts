import type { QueryResultRow } from 'pg';

/** The maximum time in milliseconds that closing a connection waits for the database. */
export const farewell = 1_000;

/** A statement that each connection may prepare once, under its name. */
export interface Statement {
  name: string;
  text: string;
  /**
   * Set when the result is reported to a client, who then has to know, after a broken connection, whether the statement
   * was executed.
   */
  changesInvoices?: true;
}

/** A way to send single statements. Connections are opened when they are needed, and opened again after they broke. */
export interface Sender {
  /**
   * Sends a statement once.
   * @throws errors of the driver
   */
  send<Row extends QueryResultRow>(statement: Statement, values: readonly unknown[]): Promise<Row[]>;
  close(): Promise<void>;
}

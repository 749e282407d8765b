import type { QueryResultRow } from 'pg';

/** The maximum time in milliseconds to wait for the database when a connection is closed. */
export const farewell = 1_000;

/** A statement that each connection prepares at most once, under its name. */
export interface Statement {
  name: string;
  text: string;
  /**
   * True for a statement whose result a client gets. When the connection breaks, the client must learn that the
   * statement may have been executed.
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

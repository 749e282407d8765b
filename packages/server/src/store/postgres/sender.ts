import type { QueryResultRow } from 'pg';

/** The longest that closing a connection waits for the database, in milliseconds. */
export const farewell = 1_000;

/** A statement that connections may prepare once, under its name. */
export interface Statement {
  name: string;
  text: string;
  /** Set when a client is told what became of it: then it matters whether it was done when the connection breaks. */
  changesInvoices?: true;
}

/** A way to send single statements: connections are opened as they are needed, and again when they have broken. */
export interface Sender {
  /** Sends a statement once. @throws errors of the driver */
  send<Row extends QueryResultRow>(statement: Statement, values: readonly unknown[]): Promise<Row[]>;
  close(): Promise<void>;
}

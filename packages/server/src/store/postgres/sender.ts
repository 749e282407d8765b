import type { QueryResultRow } from 'pg';

/** A statement that each connection prepares at most once, under its name. */
export interface Statement {
  name: string;
  text: string;
  /** True if the statement changes invoices. If its connection breaks, the client learns that the change may have been made. */
  changesInvoices?: true;
}

/** Makes statements from a table of texts. A statement's name is its key in the table. No other table may have the same key. */
export function nameStatements<Name extends string>(texts: Readonly<Record<Name, string>>): Readonly<Record<Name, Statement>> {
  const entries = Object.entries<string>(texts).map(([name, text]) => [name, { name, text }]);
  return Object.fromEntries(entries);
}

/** Sends single statements. Opens connections on demand, and reopens them if they break. */
export interface Sender {
  /** Sends a statement once. Throws the errors of the driver. */
  send<Row extends QueryResultRow>(statement: Statement, values: readonly unknown[]): Promise<Row[]>;
  close(): Promise<void>;
}

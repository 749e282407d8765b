import { statuses } from '@payment-invoice/generated';
import type { Database } from 'better-sqlite3';
import { allStatuses, columnNames, openStatuses } from './invoice-row.ts';

/**
 * Compares the tables after all migrations with what the code and the contract need. For each difference, returns a sentence
 * that says what to add: without a column or status, the first request that needs it would get a 500.
 */
export function findOutdatedTables(db: Database): string[] {
  const found = db.prepare<[], string>("SELECT name FROM pragma_table_info('invoices')").pluck().all();
  const missing = columnNames.filter((column) => !found.includes(column));
  const unfilled = found.filter((column) => !columnNames.some((name) => name === column));
  const counted = db.prepare<[], string>('SELECT status FROM invoice_counts').pluck().all();
  const uncounted = statuses.filter((status) => !counted.includes(status));
  const isChecked = sqlOf(db, 'invoices').includes(`status IN (${allStatuses})`);
  const isIndexed = sqlOf(db, 'open_invoices_by_expiry').includes(`status IN (${openStatuses})`);
  return [
    ...missing.map(describeMissing),
    ...unfilled.map((column) => `Nothing fills the column ${column} of the table invoices: add it to store/invoice-row.ts.`),
    !isChecked && `${otherStatuses}: recreate the table with CHECK (status IN (${allStatuses})).`,
    ...uncounted.map((name) => `Invoices that are ${name} are not counted: INSERT INTO invoice_counts VALUES ('${name}', 0).`),
    !isIndexed && otherOpenStatuses,
  ].filter((difference) => difference !== false);
}

/** Sentences that are also used for differences in the tables of PostgreSQL. */
export const describeMissing = (column: string) =>
  `The table invoices has no column ${column}: ALTER TABLE invoices ADD COLUMN ${column} …`;
export const otherStatuses = 'The CHECK of invoices.status has other values than the contract';
export const otherOpenStatuses = `The index open_invoices_by_expiry covers other statuses than the open ones: recreate it WHERE status IN (${openStatuses}).`;

function sqlOf(db: Database, name: string): string {
  return db.prepare<[string], string>('SELECT sql FROM sqlite_schema WHERE name = ?').pluck().get(name) ?? '';
}

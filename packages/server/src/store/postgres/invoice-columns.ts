import { columnNames, type InvoiceRow } from '../invoice-row.ts';

/** The type of each column of the table `invoices`. The compiler demands a type for each new column. */
const types: Record<keyof InvoiceRow, 'bigint' | 'integer' | 'smallint' | 'text'> = {
  id: 'text',
  account_id: 'text',
  cash_tag: 'text',
  note: 'text',
  amount_cents: 'bigint',
  is_white_label: 'smallint',
  callback_url: 'text',
  return_url: 'text',
  status: 'text',
  receipt_id: 'text',
  paid_cents: 'bigint',
  created_at: 'bigint',
  expires_at: 'bigint',
  sequence: 'integer',
};

export const invoiceColumns = columnNames.join(', ');

/**
 * The columns for a SELECT from the table with the alias `i`. They are listed because `*` would include a column that a
 * newer release adds, and so change the result of a prepared statement.
 */
export const selectedColumns = columnNames.map((name) => `i.${name}`).join(', ');

/** The parameters for `unnest`, from $1 on: an array for each column. */
export const invoiceArrays = columnNames.map((name, index) => `$${index + 1}::${types[name]}[]`);

/**
 * Converts rows to columns: one array for each column, as `unnest` takes them. `width` is the number of columns, for
 * when there are no rows.
 */
export function columnsOf(rows: readonly (readonly unknown[])[], width: number): unknown[][] {
  return Array.from({ length: width }, (_, column) => rows.map((row) => row[column]));
}

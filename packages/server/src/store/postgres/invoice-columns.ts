import { columnNames, type InvoiceRow } from '../invoice-row.ts';

/** The type of each column of the table `invoices`. A new column does not compile until it has a type here. */
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
 * The columns for a SELECT from the table with the alias `i`. They are named one by one, because a column that a newer release
 * adds must not change the result of a prepared statement.
 */
export const selectedColumns = columnNames.map((name) => `i.${name}`).join(', ');

/** A parameter for each column, starting at number 1, as arrays for `unnest`. */
export const invoiceArrays = columnNames.map((name, index) => `$${index + 1}::${types[name]}[]`);

/**
 * Converts rows to columns, as one array per column, the form that `unnest` takes. `width` is the number of columns,
 * which is needed when there are no rows.
 */
export function columnsOf(rows: readonly (readonly unknown[])[], width: number): unknown[][] {
  return Array.from({ length: width }, (_, column) => rows.map((row) => row[column]));
}

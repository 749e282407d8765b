import { columnNames, typeOfColumn } from '../invoice-row.ts';

export const invoiceColumns = columnNames.join(', ');

/**
 * The columns for a SELECT from the table with the alias `i`. They are listed because `*` would include a column that a
 * newer release adds, and so change the result of a prepared statement.
 */
export const selectedColumns = columnNames.map((name) => `i.${name}`).join(', ');

/** Returns parameters for `unnest`, from `$first` on: an array for each column. */
export const arraysOf = (names: readonly (typeof columnNames)[number][], first = 1) =>
  names.map((name, index) => `$${first + index}::${typeOfColumn(name)}[]`).join(', ');

/**
 * Converts rows to columns: one array for each column, as `unnest` takes them. `width` is the number of columns, for
 * when there are no rows.
 */
export function columnsOf(rows: readonly (readonly unknown[])[], width: number): unknown[][] {
  return Array.from({ length: width }, (_, column) => rows.map((row) => row[column]));
}

import { columnNames, typeOfColumn } from '../invoice-row.ts';

export const invoiceColumns = columnNames.join(', ');

/** The columns for a SELECT. With `*`, a column of a newer release would change the result of a prepared statement. */
export const selectedColumns = columnNames.map((name) => `i.${name}`).join(', ');

/** Returns the parameters for `unnest`, starting with the number `first`: an array for each column. */
export const arraysOf = (names: readonly (typeof columnNames)[number][], first = 1) =>
  names.map((name, index) => `$${first + index}::${typeOfColumn(name)}[]`).join(', ');

/** Converts rows to columns, one array each, as `unnest` expects. `width` is the number of columns, in case there are no rows. */
export function columnsOf(rows: readonly (readonly unknown[])[], width: number): unknown[][] {
  return Array.from({ length: width }, (_, column) => rows.map((row) => row[column]));
}

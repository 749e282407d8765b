/** Turns rows into columns: one array for each column, as `unnest` takes them. `width` is the number of columns, which no row says when there is none. */
export function columnsOf(rows: readonly (readonly unknown[])[], width: number): unknown[][] {
  return Array.from({ length: width }, (_, column) => rows.map((row) => row[column]));
}

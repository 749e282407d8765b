/**
 * Turns rows into columns, an array for each, as `unnest` takes them. `width` is the number of columns, which is needed when
 * there are no rows.
 */
export function columnsOf(rows: readonly (readonly unknown[])[], width: number): unknown[][] {
  return Array.from({ length: width }, (_, column) => rows.map((row) => row[column]));
}

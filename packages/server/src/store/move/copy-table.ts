import type { Database } from 'better-sqlite3';
import { columnsOf } from '../postgres/columns-of.ts';
import type { Connections } from '../postgres/connections.ts';
import type { MovedTable } from './moved-tables.ts';

/** How many rows are written or compared at a time. */
const batch = 500;

/** The values of a row, in the order of the table's columns. */
export type Row = readonly (Buffer | number | string | null)[];

/** Reads the rows of an SQLite table in batches, in the order of the table's key. */
export function* readBatches(db: Database, { name, columns, key, source = {} }: MovedTable): Generator<Row[]> {
  const selected = Object.keys(columns).map((column) => (source[column] ? `${source[column]} AS ${column}` : column));
  let rows: Row[] = [];
  const statement = db.prepare<[], Row>(`SELECT ${selected.join(', ')} FROM ${name} ORDER BY ${key.join(', ')}`);
  for (const row of statement.raw().iterate()) {
    rows.push(row);
    if (rows.length < batch) continue;
    yield rows;
    rows = [];
  }
  if (rows.length > 0) yield rows;
}

/**
 * Copies a table. Rows that exist already stay as they are.
 * @param onProgress called with the number of rows so far
 */
export async function copyTable(
  from: Database,
  to: Connections,
  table: MovedTable,
  onProgress: (rows: number) => void,
): Promise<void> {
  const names = Object.keys(table.columns);
  const arrays = Object.values(table.columns).map((type, index) => `$${index + 1}::${type}[]`);
  const statement = {
    name: `copy-${table.name}`,
    text: `INSERT INTO ${table.name} (${names.join(', ')}) SELECT * FROM unnest(${arrays.join(', ')}) ON CONFLICT (${table.key.join(', ')}) DO NOTHING`,
  };
  let copied = 0;
  for (const rows of readBatches(from, table)) {
    await to.run(statement, columnsOf(rows, names.length));
    copied += rows.length;
    onProgress(copied);
  }
}

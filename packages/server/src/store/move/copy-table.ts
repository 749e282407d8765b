import type { Database } from 'better-sqlite3';
import type { Connections } from '../postgres/connections.ts';
import { columnsOf } from '../postgres/invoice-columns.ts';
import type { MovedTable } from './moved-tables.ts';

/** The table `invoices`, with its key and two columns: every change to an invoice changes at least one of them. */
const invoices = { name: 'invoices', columns: { id: 'text', sequence: 'integer', receipt_id: 'text' }, key: ['id'] } as const;

const selectStrays = {
  name: 'strays',
  text: `SELECT k.id FROM unnest($1::text[], $2::integer[], $3::text[]) AS k (id, sequence, receipt_id) LEFT JOIN invoices i ON i.id = k.id
    WHERE i.id IS NULL OR i.sequence < k.sequence OR (i.sequence = k.sequence AND i.receipt_id IS DISTINCT FROM k.receipt_id)
    ORDER BY k.id`,
};

/** Returns the ids of invoices in the file that are missing from PostgreSQL, or are in an earlier state there. */
export async function findStrays(from: Database, to: Connections): Promise<string[]> {
  const strays: string[] = [];
  for (const rows of readBatches(from, invoices)) {
    const found = await to.run<{ id: string }>(selectStrays, columnsOf(rows, 3));
    strays.push(...found.map(({ id }) => id));
  }
  return strays;
}

/** Selects the sums of paid amounts and of completed receipts, by the invoice's status. */
const sums = `
  SELECT i.status, CAST(count(*) AS bigint) AS invoices, CAST(coalesce(sum(i.paid_cents), 0) AS bigint) AS paid,
    CAST(coalesce(sum((SELECT sum(r.amount_cents) FROM receipts r WHERE r.invoice_id = i.id AND r.payment_status = 'completed')), 0)
      AS bigint) AS received
  FROM invoices i GROUP BY i.status ORDER BY i.status`;

/** Compares the sums of money in the two databases. Returns a sentence if they differ. */
export async function compareSums(from: Database, to: Connections): Promise<string | undefined> {
  const [here, there] = [from.prepare(sums).all(), await to.run({ name: 'sums', text: sums })];
  if (JSON.stringify(here) === JSON.stringify(there)) return undefined;
  return `The sums differ: ${JSON.stringify(here)} in the file, ${JSON.stringify(there)} in PostgreSQL.`;
}

export interface Comparison {
  /** The number of rows that are the same in both databases. */
  alike: number;
  /** The first few differences, each as a sentence. */
  differences: string[];
}

/** The maximum number of differences to report. Even one difference has to be investigated, so more are of little use. */
const told = 5;

/** Compares a table in the two databases, row by row and column by column. */
export async function compareTable(from: Database, to: Connections, table: MovedTable): Promise<Comparison> {
  const { name, key, columns } = table;
  const names = Object.keys(columns);
  const keyPlaces = key.map((column) => names.indexOf(column));
  const keyOf = (row: Row) => JSON.stringify(keyPlaces.map((place) => row[place]));
  const arrays = key.map((column, index) => `$${index + 1}::${columns[column]}[]`);
  const statement = {
    name: `compare-${name}`,
    text: `SELECT ${names.map((column) => `t.${column}`).join(', ')} FROM unnest(${arrays.join(', ')}) AS k (${key.join(', ')})
      JOIN ${name} t ON ${key.map((column) => `t.${column} = k.${column}`).join(' AND ')}`,
  };
  const differences: string[] = [];
  let [alike, rows] = [0, 0];
  for (const batch of readBatches(from, table)) {
    rows += batch.length;
    const keys = batch.map((row) => keyPlaces.map((place) => row[place]));
    const found = await to.run<Record<string, Row[number]>>(statement, columnsOf(keys, key.length));
    const copies = new Map(found.map((row) => names.map((column) => row[column] ?? null)).map((row) => [keyOf(row), row]));
    for (const row of batch) {
      const copy = copies.get(keyOf(row));
      const different = copy ? names.filter((_, place) => !isSame(row[place], copy[place])) : [];
      if (copy && different.length === 0) alike += 1;
      else
        differences.push(copy ? `${name} ${keyOf(row)}: ${different.join(', ')} differ.` : `${name} ${keyOf(row)} is missing.`);
    }
  }
  const [counted] = await to.run<{ rows: number }>({ name: `count-${name}`, text: `SELECT count(*) AS rows FROM ${name}` });
  const more = (counted?.rows ?? 0) - rows;
  if (more > 0) differences.push(`${name} has ${more} rows that are not in the file.`);
  return { alike, differences: differences.slice(0, told) };
}

function isSame(one: Row[number] | undefined, other: Row[number] | undefined): boolean {
  return Buffer.isBuffer(one) && Buffer.isBuffer(other) ? one.equals(other) : one === other;
}

/** The number of rows that are written or compared in one step. */
const batch = 500;

/** The values of a row, in the order of the table's columns. */
type Row = readonly (Buffer | number | string | null)[];

/** Reads the rows of an SQLite table in batches, in the order of the table's key. */
function* readBatches(db: Database, { name, columns, key, source = {} }: MovedTable): Generator<Row[]> {
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

/** Copies a table, without changing rows that already exist. Calls `onProgress` with the number of rows copied so far. */
export async function copyTable(from: Database, to: Connections, table: MovedTable, onProgress: (rows: number) => void) {
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

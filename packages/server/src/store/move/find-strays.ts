import type { Database } from 'better-sqlite3';
import { columnsOf } from '../postgres/columns-of.ts';
import type { Connections } from '../postgres/connections.ts';
import { readBatches } from './copy-table.ts';

/** The part of an invoice that tells whether it was made or changed after it was moved. */
const invoices = {
  name: 'invoices',
  columns: { id: 'text', sequence: 'integer', receipt_id: 'text' },
  key: ['id'],
} as const;

const selectStrays = {
  name: 'strays',
  text: `SELECT k.id FROM unnest($1::text[], $2::integer[], $3::text[]) AS k (id, sequence, receipt_id) LEFT JOIN invoices i ON i.id = k.id
    WHERE i.id IS NULL OR i.sequence < k.sequence OR (i.sequence = k.sequence AND i.receipt_id IS DISTINCT FROM k.receipt_id)
    ORDER BY k.id`,
};

/** Finds the invoices of a file that was moved before which are not, or not as far, in the database: their ids. */
export async function findStrays(from: Database, to: Connections): Promise<string[]> {
  const strays: string[] = [];
  for (const rows of readBatches(from, invoices)) {
    const found = await to.run<{ id: string }>(selectStrays, columnsOf(rows, 3));
    strays.push(...found.map(({ id }) => id));
  }
  return strays;
}

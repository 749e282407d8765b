import type { Client } from 'pg';
import type { Books } from '../evidence.ts';

/** Reads everything that the judges need out of the database. Money is in cents. */
export async function readBooks(client: Client): Promise<Books> {
  // biome-ignore lint/suspicious/noExplicitAny: the statements name the properties of the result
  const read = async (sql: string): Promise<any[]> => (await client.query(sql)).rows;
  return {
    invoices: await read(`SELECT id, amount_cents AS amount, status, receipt_id AS "receiptId", paid_cents AS paid, sequence
      FROM invoices ORDER BY created_at, id`),
    receipts:
      await read(`SELECT receipt_id AS "receiptId", invoice_id AS invoice, amount_cents AS amount, payment_status AS "paymentStatus"
      FROM receipts ORDER BY recorded_at, receipt_id`),
    events: await read(`SELECT id, invoice_id AS invoice, sequence, convert_from(body, 'UTF8') AS body, attempts, outcome
      FROM outbox ORDER BY created_at, sequence`),
    leases:
      await read(`SELECT event, at, by, old_owner AS "oldOwner", old_end AS "oldEnd", new_owner AS "newOwner", new_end AS "newEnd",
      is_settled AS "isSettled" FROM storm_leases ORDER BY number`),
  };
}

import type { Database } from 'better-sqlite3';
import type { Connections } from '../postgres/connections.ts';

/** The paid amounts and the counted receipts over all invoices, by status: what the money comes to. */
const sums = `
  SELECT i.status, CAST(count(*) AS bigint) AS invoices, CAST(coalesce(sum(i.paid_cents), 0) AS bigint) AS paid,
    CAST(coalesce(sum((SELECT sum(r.amount_cents) FROM receipts r WHERE r.invoice_id = i.id AND r.payment_status = 'completed')), 0)
      AS bigint) AS received
  FROM invoices i GROUP BY i.status ORDER BY i.status`;

/** Compares what the money comes to; returns a sentence when it differs. */
export async function compareSums(from: Database, to: Connections): Promise<string | undefined> {
  const [here, there] = [from.prepare(sums).all(), await to.run({ name: 'sums', text: sums })];
  if (JSON.stringify(here) === JSON.stringify(there)) return undefined;
  return `The sums differ: ${JSON.stringify(here)} in the file, ${JSON.stringify(there)} in PostgreSQL.`;
}

import type { OutboxEvent } from '@payment-invoice/kit/callbacks';
import type { ReceiptRecord } from '@payment-invoice/kit/invoices';
import type { Invoice } from '@payment-invoice/kit/lifecycle';
import { changedColumns, valuesOfInvoice } from '../invoice-row.ts';
import { createBatcher } from './batcher.ts';
import type { Connections } from './connections.ts';
import { arraysOf, columnsOf } from './invoice-columns.ts';
import type { Statement } from './sender.ts';

/** A change to an invoice, with everything that is committed together with it. */
export interface Change {
  /** The invoice after the change. */
  invoice: Invoice;
  /** The invoice's `sequence` before the change. If the stored invoice has a different `sequence`, nothing is changed. */
  was: number;
  /** The receipt that causes the change; undefined for an expiry. */
  receipt: (ReceiptRecord & { receiptId: string; hash: Buffer }) | undefined;
  event: OutboxEvent | undefined;
  /** The time of the change, in milliseconds since 1970. */
  now: number;
}

/** Makes many changes. Locks invoices in the order of ids. Skips a change if the invoice has changed or the receipt exists. */
const apply: Statement = {
  name: 'change',
  changesInvoices: true,
  text: `
WITH asked AS MATERIALIZED (
  SELECT * FROM unnest($1::text[], $2::integer[], $3::bigint[],
    $4::text[], $5::bytea[], $6::bigint[], $7::text[], $8::bigint[], $9::text[], $10::bytea[], $11::text[], $12::text[],
    ${arraysOf(changedColumns, 13)})
    AS t (id, was, now, record_id, hash, amount_cents, payment_status, paid_at, event_id, body, url, host,
      ${changedColumns.join(', ')})
), held AS MATERIALIZED (
  SELECT l.id, l.account_id, l.status FROM (SELECT id, was FROM asked ORDER BY id) a
  CROSS JOIN LATERAL (SELECT i.id, i.account_id, i.status FROM invoices i WHERE i.id = a.id AND i.sequence = a.was FOR UPDATE) l
), recorded AS (
  INSERT INTO receipts (receipt_id, hash, invoice_id, account_id, amount_cents, payment_status, paid_at, recorded_at)
  SELECT a.record_id, a.hash, a.id, h.account_id, a.amount_cents, a.payment_status, a.paid_at, a.now
  FROM held h JOIN asked a ON a.id = h.id WHERE a.record_id IS NOT NULL
  ORDER BY a.record_id
  ON CONFLICT DO NOTHING
  RETURNING invoice_id
), changed AS (
  UPDATE invoices i SET ${changedColumns.map((name) => `${name} = a.${name}`).join(', ')}
  FROM asked a JOIN held h ON h.id = a.id LEFT JOIN recorded r ON r.invoice_id = a.id
  WHERE i.id = a.id AND i.sequence = a.was AND (a.record_id IS NULL OR r.invoice_id IS NOT NULL)
  RETURNING i.id, i.account_id, h.status AS old_status, i.status
), told AS (
  INSERT INTO outbox (id, invoice_id, account_id, sequence, host, url, body, created_at, next_at)
  SELECT a.event_id, a.id, c.account_id, a.sequence, a.host, a.url, a.body, a.now, a.now
  FROM changed c JOIN asked a ON a.id = c.id WHERE a.event_id IS NOT NULL
), counted AS (
  INSERT INTO invoice_counts (status, invoices)
  SELECT status, sum(by) FROM (SELECT old_status AS status, -1 AS by FROM changed UNION ALL SELECT status, 1 FROM changed) d
  GROUP BY status HAVING sum(by) <> 0
)
SELECT id FROM changed`,
};

/**
 * Makes the function that changes invoices, with one statement for all changes of one turn of the event loop. It returns false,
 * and changes nothing, if the invoice was changed or the receipt used in the meantime.
 * @param announce called with the host of each event after the event is committed
 */
export function changeInvoices(db: Connections, announce: (host: string) => void): (change: Change) => Promise<boolean> {
  return createBatcher(
    async (changes: readonly Change[]) => {
      const rows = await db.run<{ id: string }>(apply, columnsOf(changes.map(valuesOf), 12 + changedColumns.length));
      const changed = new Set(rows.map(({ id }) => id));
      for (const { invoice, event } of changes) if (event && changed.has(invoice.id)) announce(hostOf(invoice) ?? '');
      return changes.map(({ invoice }) => changed.has(invoice.id));
    },
    // The second of two changes to one invoice gets its own statement, so that it is skipped if the first one was made.
    ({ invoice }) => invoice.id,
  );
}

function valuesOf({ invoice, was, receipt, event, now }: Change): unknown[] {
  return [
    ...[invoice.id, was, now],
    ...(receipt
      ? [receipt.receiptId, receipt.hash, receipt.amount, receipt.paymentStatus, receipt.paidAt]
      : [null, null, null, null, null]),
    ...(event ? [event.id, event.body, invoice.callbackUrl, hostOf(invoice)] : [null, null, null, null]),
    ...valuesOfInvoice(invoice, changedColumns),
  ];
}

const hostOf = ({ callbackUrl }: Invoice): string | null => (callbackUrl === null ? null : new URL(callbackUrl).host);

import type { Database } from 'better-sqlite3';
import { type AppliedReceipt, type HistoryStore, lookedAt, type StoredEvent } from './history-store.ts';
import { type InvoiceRow, invoiceOfRow } from './invoice-row.ts';
import { translateErrors } from './translate-errors.ts';
import type { WriteQueue } from './write-queue.ts';

/** Makes the store's methods for the history. `announce` is called with the host of an event that is due again. */
export function sqliteHistory(db: Database, writes: WriteQueue, announce: (host: string) => void): HistoryStore {
  const sql = prepare(db);
  return {
    listInvoices: async (accountId, limit, before = '~') =>
      translateErrors(() => {
        const last = sql.selectLast.get(before, lookedAt - 1);
        const rows = sql.selectInvoices.all(before, last ?? '', accountId, limit);
        return { invoices: rows.map(invoiceOfRow), next: rows.length === limit ? rows.at(-1)?.id : last };
      }),
    listReceipts: async (invoiceId, limit) => translateErrors(() => sql.selectReceipts.all(invoiceId, limit)),
    listEvents: async (invoiceId, limit) => translateErrors(() => sql.selectEvents.all(invoiceId, limit)),
    resendEvent: (accountId, eventId, now) =>
      writes.run(() => {
        const host = sql.resend.get(now, eventId, accountId);
        if (host !== undefined) writes.afterCommit(() => announce(host));
        return host !== undefined;
      }),
  };
}

function prepare(db: Database) {
  return {
    selectLast: db
      .prepare<[string, number], string>('SELECT id FROM invoices WHERE id < ? ORDER BY id DESC LIMIT 1 OFFSET ?')
      .pluck(),
    selectInvoices: db.prepare<[string, string, string, number], InvoiceRow>(
      'SELECT * FROM invoices WHERE id < ? AND id >= ? AND account_id = ? ORDER BY id DESC LIMIT ?',
    ),
    selectReceipts: db.prepare<[string, number], AppliedReceipt>(`
      SELECT receipt_id AS receiptId, amount_cents AS amount, payment_status AS paymentStatus, paid_at AS paidAt,
        recorded_at AS recordedAt
      FROM receipts WHERE invoice_id = ? ORDER BY recorded_at, receipt_id LIMIT ?`),
    selectEvents: db.prepare<[string, number], StoredEvent>(`
      SELECT id, sequence, url, body, created_at AS createdAt, attempts, next_at AS nextAt, outcome, settled_at AS settledAt, reason
      FROM outbox WHERE invoice_id = ? ORDER BY sequence LIMIT ?`),
    // A waiting event keeps its number of attempts; a settled event restarts at 0.
    resend: db
      .prepare<[number, string, string], string>(`
        UPDATE outbox SET attempts = CASE WHEN settled_at IS NULL THEN attempts ELSE 0 END, settled_at = NULL, outcome = NULL,
          next_at = ?
        WHERE id = ? AND account_id = ? AND (outcome IS NULL OR outcome <> 'gone') RETURNING host`)
      .pluck(),
  };
}

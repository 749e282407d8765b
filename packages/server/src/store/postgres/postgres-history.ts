import { type AppliedReceipt, type HistoryStore, lookedAt, type StoredEvent } from '../history-store.ts';
import { type InvoiceRow, invoiceOfRow } from '../invoice-row.ts';
import type { Connections } from './connections.ts';
import { selectedColumns } from './invoice-columns.ts';
import { nameStatements } from './sender.ts';

const sql = nameStatements({
  selectLastListed: 'SELECT id FROM invoices WHERE id < $1 ORDER BY id DESC LIMIT 1 OFFSET $2',
  listInvoices: `SELECT ${selectedColumns} FROM invoices i WHERE i.id < $1 AND i.id >= $2 AND i.account_id = $3 ORDER BY i.id DESC LIMIT $4`,
  listReceipts: `SELECT receipt_id AS "receiptId", amount_cents AS amount, payment_status AS "paymentStatus", paid_at AS "paidAt",
  recorded_at AS "recordedAt"
FROM receipts WHERE invoice_id = $1 ORDER BY recorded_at, receipt_id LIMIT $2`,
  listEvents: `SELECT id, sequence, url, body, created_at AS "createdAt", attempts, next_at AS "nextAt", outcome, settled_at AS "settledAt", reason
FROM outbox WHERE invoice_id = $1 ORDER BY sequence LIMIT $2`,
  /** Makes an event due again. A waiting event keeps its number of attempts; a settled event restarts at 0. */
  resend: `UPDATE outbox SET attempts = CASE WHEN settled_at IS NULL THEN attempts ELSE 0 END, settled_at = NULL, outcome = NULL,
  next_at = $1, leased_by = NULL
WHERE id = $2 AND account_id = $3 AND (outcome IS NULL OR outcome <> 'gone') RETURNING host`,
});

/** Makes the store's methods for the history. `announce` is called with the host of an event that is due again. */
export function postgresHistory(db: Connections, announce: (host: string) => void): HistoryStore {
  return {
    listInvoices: async (accountId, limit, before = '~') => {
      if (before.includes('\0')) return { invoices: [], next: undefined };
      const [last] = await db.run<{ id: string }>(sql.selectLastListed, [before, lookedAt - 1]);
      const rows = await db.run<InvoiceRow>(sql.listInvoices, [before, last?.id ?? '', accountId, limit]);
      return { invoices: rows.map(invoiceOfRow), next: rows.length === limit ? rows.at(-1)?.id : last?.id };
    },
    listReceipts: (invoiceId, limit) => db.run<AppliedReceipt>(sql.listReceipts, [invoiceId, limit]),
    listEvents: (invoiceId, limit) => db.run<StoredEvent>(sql.listEvents, [invoiceId, limit]),
    resendEvent: async (accountId, eventId, now) => {
      if (eventId.includes('\0')) return false;
      const [resent] = await db.run<{ host: string }>(sql.resend, [now, eventId, accountId]);
      if (resent) announce(resent.host);
      return resent !== undefined;
    },
  };
}

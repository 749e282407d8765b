import type { ReceiptKey } from '@payment-invoice/kit/invoices';
import type { Invoice, ReceiptFacts } from '@payment-invoice/kit/lifecycle';
import { type InvoiceRow, invoiceOfRow, openStatuses } from '../invoice-row.ts';
import { createBatcher } from './batcher.ts';
import type { Connections } from './connections.ts';
import { columnsOf, selectedColumns } from './invoice-columns.ts';
import type { Statement } from './sender.ts';

const selectInvoices: Statement = {
  name: 'read',
  text: `SELECT ${selectedColumns} FROM invoices i WHERE i.id = ANY ($1::text[])`,
};

/** Selects everything that is needed to decide on a receipt, as of one point in time. */
const selectFacts: Statement = {
  name: 'facts',
  text: `
SELECT q.place, ${selectedColumns},
  h.invoice_id AS text_invoice, h.account_id AS text_account, r.invoice_id AS id_invoice, r.account_id AS id_account
FROM unnest($1::text[], $2::bytea[], $3::text[]) WITH ORDINALITY AS q (id, hash, receipt, place)
JOIN invoices i ON i.id = q.id
LEFT JOIN receipts h ON h.hash = q.hash
LEFT JOIN receipts r ON r.receipt_id = q.receipt`,
};

const selectDue: Statement = {
  name: 'due',
  text: `SELECT ${selectedColumns} FROM invoices i
WHERE i.status IN (${openStatuses}) AND i.expires_at <= $1 ORDER BY i.expires_at LIMIT $2`,
};

interface FactsRow extends InvoiceRow {
  place: number;
  text_invoice: string | null;
  text_account: string | null;
  id_invoice: string | null;
  id_account: string | null;
}

/** Reads invoices as they are stored, without applying a due expiry. */
export interface InvoiceReader {
  find(invoiceId: string, accountId: string | undefined): Promise<Invoice | undefined>;
  findFacts(invoiceId: string, accountId: string, key: ReceiptKey): Promise<ReceiptFacts | undefined>;
  /** Returns at most `limit` open invoices that have expired at `now`. */
  findDue(now: number, limit: number): Promise<Invoice[]>;
}

/**
 * Makes the part of the store that reads invoices. A text that PostgreSQL cannot store is not looked up, because no row can
 * contain it.
 */
export function readInvoices(db: Connections): InvoiceReader {
  const read = createBatcher(async (ids: readonly string[]) => {
    const rows = await db.run<InvoiceRow>(selectInvoices, [[...new Set(ids)]]);
    const found = new Map(rows.map((row) => [row.id, row]));
    return ids.map((id) => found.get(id));
  });
  const readFacts = createBatcher(async (items: readonly { invoiceId: string; key: ReceiptKey }[]) => {
    const asked = items.map(({ invoiceId, key }) => [invoiceId, key.hash, key.receiptId ?? null]);
    const rows = await db.run<FactsRow>(selectFacts, columnsOf(asked, 3));
    const found = new Map(rows.map((row) => [row.place - 1, row]));
    return items.map((_, index) => found.get(index));
  });
  return {
    find: async (invoiceId, accountId) => {
      if (invoiceId.includes('\0')) return undefined;
      const row = await read(invoiceId);
      return row && (accountId === undefined || row.account_id === accountId) ? invoiceOfRow(row) : undefined;
    },
    findFacts: async (invoiceId, accountId, key) => {
      if (invoiceId.includes('\0')) return undefined;
      const receiptId = key.receiptId?.includes('\0') ? undefined : key.receiptId;
      const row = await readFacts({ invoiceId, key: { hash: key.hash, receiptId } });
      if (!row || row.account_id !== accountId) return undefined;
      return {
        invoice: invoiceOfRow(row),
        sameText: recorded(row.text_invoice, row.text_account),
        sameId: recorded(row.id_invoice, row.id_account),
      };
    },
    findDue: async (now, limit) => (await db.run<InvoiceRow>(selectDue, [now, limit])).map(invoiceOfRow),
  };
}

function recorded(invoiceId: string | null, accountId: string | null) {
  return invoiceId === null || accountId === null ? undefined : { invoiceId, accountId };
}

import type { DescribeEvent } from '@payment-invoice/kit/callbacks';
import { type Creation, type IdempotencyClaim, keyLifetime } from '@payment-invoice/kit/idempotency';
import type { ReceiptKey } from '@payment-invoice/kit/invoices';
import { expireIfDue, type Invoice, type InvoiceStatus, type RecordedReceipt } from '@payment-invoice/kit/lifecycle';
import type { Database } from 'better-sqlite3';
import { changedColumns, columnNames, type InvoiceRow, invoiceOfRow, openStatuses, valuesOfInvoice } from './invoice-row.ts';
import type { BeginRead } from './shared-read.ts';
import type { InvoiceStore } from './store.ts';
import { translateErrors } from './translate-errors.ts';
import type { WriteQueue } from './write-queue.ts';

interface InvoiceParts {
  writes: WriteQueue;
  beginRead: BeginRead;
  describeEvent: DescribeEvent;
  /** Called with the host of an event's callback URL after the event is committed. */
  announce: (host: string) => void;
}

/** Makes the store's methods for invoices, receipts, events and idempotency keys. */
export function sqliteInvoices(db: Database, { writes, beginRead, describeEvent, announce }: InvoiceParts): InvoiceStore {
  const sql = prepare(db);

  /** Writes a changed invoice and its event. Must be called in a transaction. */
  const save = (changed: Invoice, now: number): Invoice => {
    sql.updateInvoice.run(...valuesOfInvoice(changed, changedColumns), changed.id);
    if (changed.callbackUrl !== null) {
      const { id, body } = describeEvent(changed, now);
      const { host } = new URL(changed.callbackUrl);
      sql.insertEvent.run(id, changed.id, changed.accountId, changed.sequence, changed.callbackUrl, body, now, host, now);
      writes.afterCommit(() => announce(host));
    }
    return changed;
  };
  const find = (invoiceId: string, accountId: string | undefined): Invoice | undefined => {
    const row = sql.selectInvoice.get(invoiceId);
    return row && (accountId === undefined || row.account_id === accountId) ? invoiceOfRow(row) : undefined;
  };
  /** Reads an invoice, and first expires it if it is due to expire. Must be called in a transaction. */
  const settle = (invoiceId: string, accountId: string | undefined, now: number): Invoice | undefined => {
    const stored = find(invoiceId, accountId);
    if (!stored) return undefined;
    const settled = expireIfDue(stored, now);
    return settled === stored ? stored : save(settled, now);
  };
  const read = async (invoiceId: string, accountId: string | undefined, now: number): Promise<Invoice | undefined> => {
    const invoice = translateErrors(() => {
      beginRead();
      return find(invoiceId, accountId);
    });
    // In nearly every read, the invoice is not due to expire, so no transaction is needed.
    if (!invoice || expireIfDue(invoice, now) === invoice) return invoice;
    return writes.run(() => settle(invoiceId, accountId, now));
  };
  const factsOf = (invoice: Invoice, key: ReceiptKey) => ({
    invoice,
    sameText: sql.selectReceiptByHash.get(key.hash),
    sameId: key.receiptId === undefined ? undefined : sql.selectReceiptById.get(key.receiptId),
  });
  const create = (invoice: Invoice, claim: IdempotencyClaim | undefined): Creation => {
    const { accountId, createdAt } = invoice;
    const kept = claim && sql.selectKey.get(accountId, claim.operation, claim.key, createdAt - keyLifetime);
    if (kept)
      return kept.fingerprint.equals(claim.fingerprint) ? { kind: 'replayed', response: kept.response } : { kind: 'reused' };
    if (sql.insertInvoice.run(...valuesOfInvoice(invoice)).changes !== 1) return { kind: 'taken' };
    if (claim) sql.insertKey.run(accountId, claim.operation, claim.key, claim.fingerprint, claim.response, createdAt);
    return { kind: 'created' };
  };

  return {
    createInvoice: (invoice, claim) => writes.run(() => create(invoice, claim)),
    readInvoice: (accountId, invoiceId, now) => read(invoiceId, accountId, now),
    readPublicInvoice: (invoiceId, now) => read(invoiceId, undefined, now),
    readReceiptFacts: async (accountId, invoiceId, key, now) => {
      const invoice = await read(invoiceId, accountId, now);
      return invoice && translateErrors(() => factsOf(invoice, key));
    },
    applyReceipt: (accountId, invoiceId, key, record, now, decide) =>
      writes.run(() => {
        const invoice = settle(invoiceId, accountId, now);
        if (!invoice) return undefined;
        const decision = decide(factsOf(invoice, key));
        if (decision.kind !== 'changed') return { decision, invoice };
        if (!record || key.receiptId === undefined) throw new Error('A receipt that was not verified cannot change an invoice.');
        save(decision.invoice, now);
        sql.insertReceipt.run(key.receiptId, key.hash, invoiceId, record.amount, record.paymentStatus, record.paidAt, now);
        return { decision, invoice: decision.invoice };
      }),
    expireDue: async (now, limit) => {
      // Reads outside of a transaction, because there is usually nothing to write.
      const due = translateErrors(() => sql.selectDue.all(now, limit));
      if (due.length > 0) await writes.run(() => due.map((id) => settle(id, undefined, now)));
      return due.length;
    },
    forgetKeys: async (now, limit) => {
      const oldest = now - keyLifetime;
      const first = translateErrors(() => sql.selectOldestKey.get());
      if (first === undefined || first > oldest) return 0;
      return writes.run(() => sql.deleteOldKeys.run(limit, oldest).changes);
    },
    count: async () =>
      translateErrors(() => ({
        invoices: Object.fromEntries(sql.selectCounts.all()) as Record<InvoiceStatus, number>,
        outbox: sql.countOutbox.get() ?? 0,
        disabledEndpoints: sql.countDisabled.get() ?? 0,
      })),
  };
}

function prepare(db: Database) {
  // Uses a subquery instead of a join, for the reason given in sqlite-accounts.ts.
  const recorded = `SELECT r.invoice_id AS invoiceId, (SELECT account_id FROM invoices WHERE id = r.invoice_id) AS accountId
    FROM receipts r`;
  return {
    // Uses positional parameters, because named parameters take one and a half times as long.
    insertInvoice: db.prepare<(string | number | null)[]>(
      `INSERT INTO invoices (${columnNames.join(', ')}) VALUES (${columnNames.map(() => '?').join(', ')}) ON CONFLICT DO NOTHING`,
    ),
    selectInvoice: db.prepare<[string], InvoiceRow>('SELECT * FROM invoices WHERE id = ?'),
    updateInvoice: db.prepare<(string | number | null)[]>(
      `UPDATE invoices SET ${changedColumns.map((name) => `${name} = ?`).join(', ')} WHERE id = ?`,
    ),
    selectDue: db
      .prepare<[number, number], string>(
        `SELECT id FROM invoices WHERE status IN (${openStatuses}) AND expires_at <= ? ORDER BY expires_at LIMIT ?`,
      )
      .pluck(),
    insertEvent: db.prepare(`
      INSERT INTO outbox (id, invoice_id, account_id, sequence, url, body, created_at, host, next_at)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`),
    selectReceiptByHash: db.prepare<[Buffer], RecordedReceipt>(`${recorded} WHERE r.hash = ?`),
    selectReceiptById: db.prepare<[string], RecordedReceipt>(`${recorded} WHERE r.receipt_id = ?`),
    insertReceipt: db.prepare('INSERT INTO receipts VALUES (?, ?, ?, ?, ?, ?, ?)'),
    selectKey: db.prepare<[string, string, string, number], { fingerprint: Buffer; response: Buffer }>(
      'SELECT fingerprint, answer AS response FROM idempotency_keys WHERE account_id = ? AND operation = ? AND key = ? AND created_at > ?',
    ),
    // Replaces only an expired row, because a valid one would have been found by selectKey.
    insertKey: db.prepare(`
      INSERT OR REPLACE INTO idempotency_keys (account_id, operation, key, fingerprint, answer, created_at)
      VALUES (?, ?, ?, ?, ?, ?)`),
    // Deletes keys in the order in which they were inserted. If the clock was set back, a key with a later time delays the
    // deletion of the keys inserted after it.
    selectOldestKey: db.prepare<[], number>('SELECT created_at FROM idempotency_keys ORDER BY id LIMIT 1').pluck(),
    deleteOldKeys: db.prepare<[number, number]>(`
      DELETE FROM idempotency_keys WHERE id IN
        (SELECT id FROM (SELECT id, created_at FROM idempotency_keys ORDER BY id LIMIT ?) WHERE created_at <= ?)`),
    selectCounts: db.prepare<[], [string, number]>('SELECT status, invoices FROM invoice_counts').raw(),
    countDisabled: db.prepare<[], number>('SELECT count(*) FROM callback_endpoints WHERE disabled_at IS NOT NULL').pluck(),
    countOutbox: db.prepare<[], number>('SELECT count(*) FROM outbox WHERE settled_at IS NULL').pluck(),
  };
}

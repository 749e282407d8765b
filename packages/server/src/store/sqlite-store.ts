import Database from 'better-sqlite3';
import { expireIfDue } from '../engine/expire-invoice.ts';
import type { Invoice } from '../engine/invoice.ts';
import type { RecordedReceipt } from '../engine/receipt.ts';
import { type InvoiceRow, invoiceOfRow, rowOfInvoice } from './invoice-row.ts';
import { openDatabase } from './open-database.ts';
import type { ReceiptKey, Store } from './store.ts';
import { StoreUnavailableError } from './store-unavailable-error.ts';

/**
 * The store in one SQLite file.
 * @throws StartError when the file cannot be used
 */
export function openSqliteStore(file: string): Store {
  const db = openDatabase(file);
  const sql = prepare(db);

  /** Reads an invoice and writes it back when its time is over; must run in a transaction. */
  const settle = (invoiceId: string, accountId: string | undefined, now: number): Invoice | undefined => {
    const row = sql.selectInvoice.get(invoiceId);
    if (!row || (accountId !== undefined && row.account_id !== accountId)) return undefined;
    const stored = invoiceOfRow(row);
    const settled = expireIfDue(stored, now);
    if (settled !== stored) sql.updateInvoice.run(rowOfInvoice(settled));
    return settled;
  };
  const read = (invoiceId: string, accountId: string | undefined, now: number): Invoice | undefined => {
    const row = sql.selectInvoice.get(invoiceId);
    if (!row || (accountId !== undefined && row.account_id !== accountId)) return undefined;
    const invoice = invoiceOfRow(row);
    // Nearly every read finds nothing due, and needs no transaction.
    return expireIfDue(invoice, now) === invoice ? invoice : db.transaction(() => settle(invoiceId, accountId, now)).immediate();
  };
  const factsOf = (invoice: Invoice, key: ReceiptKey) => ({
    invoice,
    sameText: sql.selectReceiptByHash.get(key.hash),
    sameId: key.receiptId === undefined ? undefined : sql.selectReceiptById.get(key.receiptId),
  });

  return {
    saveToken: async (accountId, tokenHash) =>
      attempt(() =>
        db
          .transaction(() => {
            sql.insertAccount.run(accountId);
            sql.insertToken.run(tokenHash, accountId);
          })
          .immediate(),
      ),
    findAccount: async (tokenHash) => attempt(() => sql.selectAccount.get(tokenHash)),
    createInvoice: async (invoice) => attempt(() => sql.insertInvoice.run(rowOfInvoice(invoice)).changes === 1),
    readInvoice: async (accountId, invoiceId, now) => attempt(() => read(invoiceId, accountId, now)),
    readPublicInvoice: async (invoiceId, now) => attempt(() => read(invoiceId, undefined, now)),
    readReceiptFacts: async (accountId, invoiceId, key, now) =>
      attempt(() => {
        const invoice = read(invoiceId, accountId, now);
        return invoice && factsOf(invoice, key);
      }),
    applyReceipt: async (accountId, invoiceId, key, record, now, decide) =>
      attempt(() =>
        db
          .transaction(() => {
            const invoice = settle(invoiceId, accountId, now);
            if (!invoice) return undefined;
            const decision = decide(factsOf(invoice, key));
            if (decision.kind !== 'changed') return { decision, invoice };
            if (!record || key.receiptId === undefined)
              throw new Error('A receipt that was not verified cannot change an invoice.');
            sql.updateInvoice.run(rowOfInvoice(decision.invoice));
            sql.insertReceipt.run(key.receiptId, key.hash, invoiceId, record.amount, record.paymentStatus, record.paidAt, now);
            return { decision, invoice: decision.invoice };
          })
          .immediate(),
      ),
    close: () => db.close(),
  };
}

function prepare(db: Database.Database) {
  const recorded =
    'SELECT r.invoice_id AS invoiceId, i.account_id AS accountId FROM receipts r JOIN invoices i ON i.id = r.invoice_id';
  return {
    insertAccount: db.prepare<[string]>('INSERT INTO accounts (id) VALUES (?) ON CONFLICT DO NOTHING'),
    insertToken: db.prepare<[Buffer, string]>('INSERT INTO tokens (hash, account_id) VALUES (?, ?) ON CONFLICT DO NOTHING'),
    selectAccount: db.prepare<[Buffer], string>('SELECT account_id FROM tokens WHERE hash = ?').pluck(),
    insertInvoice: db.prepare<[InvoiceRow]>(`
      INSERT INTO invoices VALUES (@id, @account_id, @cash_tag, @note, @amount_cents, @is_white_label, @callback_url, @return_url,
        @status, @receipt_id, @paid_cents, @created_at, @expires_at) ON CONFLICT DO NOTHING`),
    selectInvoice: db.prepare<[string], InvoiceRow>('SELECT * FROM invoices WHERE id = ?'),
    updateInvoice: db.prepare<[InvoiceRow]>(
      'UPDATE invoices SET status = @status, receipt_id = @receipt_id, paid_cents = @paid_cents WHERE id = @id',
    ),
    selectReceiptByHash: db.prepare<[Buffer], RecordedReceipt>(`${recorded} WHERE r.hash = ?`),
    selectReceiptById: db.prepare<[string], RecordedReceipt>(`${recorded} WHERE r.receipt_id = ?`),
    insertReceipt: db.prepare('INSERT INTO receipts VALUES (?, ?, ?, ?, ?, ?, ?)'),
  };
}

/** Tells storage that cannot answer now from our own mistakes. */
function attempt<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (
      error instanceof Database.SqliteError &&
      /^SQLITE_(BUSY|LOCKED|FULL|IOERR|CANTOPEN|READONLY|CORRUPT|NOMEM)/.test(error.code)
    ) {
      throw new StoreUnavailableError(`The database cannot answer: ${error.code}.`, { cause: error });
    }
    throw error;
  }
}

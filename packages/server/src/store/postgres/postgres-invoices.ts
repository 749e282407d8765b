import { statuses } from '@payment-invoice/generated';
import type { DescribeEvent } from '@payment-invoice/kit/callbacks';
import { keyLifetime } from '@payment-invoice/kit/idempotency';
import type { ReceiptKey, ReceiptRecord } from '@payment-invoice/kit/invoices';
import { type Decision, expireIfDue, type Invoice, type InvoiceStatus, type ReceiptFacts } from '@payment-invoice/kit/lifecycle';
import { type InvoiceRow, invoiceOfRow, openStatuses } from '../invoice-row.ts';
import type { InvoiceStore } from '../store.ts';
import { StoreUnavailableError } from '../store-unavailable-error.ts';
import { createBatcher } from './batcher.ts';
import { type Change, changeInvoices } from './change-invoices.ts';
import type { Connections } from './connections.ts';
import { askAgain, createInvoices } from './create-invoices.ts';
import { columnsOf, selectedColumns } from './invoice-columns.ts';
import { nameStatements } from './sender.ts';

/** The time in ms for which a change is retried if other changes come first. If the database is unavailable, it fails sooner. */
const patience = 20_000;

const sql = nameStatements({
  forgetOldKeys: `DELETE FROM idempotency_keys WHERE (account_id, operation, key) IN (
  SELECT account_id, operation, key FROM idempotency_keys WHERE created_at <= $1 ORDER BY created_at LIMIT $2 FOR UPDATE SKIP LOCKED
) RETURNING 1 AS one`,
  countInvoices: 'SELECT status, sum(invoices)::bigint AS invoices FROM invoice_counts GROUP BY status',
  countOutbox: `SELECT count(*) AS events, (SELECT count(*) FROM callback_endpoints WHERE disabled_at IS NOT NULL) AS disabled
FROM outbox WHERE settled_at IS NULL`,
  selectInvoices: `SELECT ${selectedColumns} FROM invoices i WHERE i.id = ANY ($1::text[])`,
  /** Selects everything that is needed to decide on a receipt, as of a single point in time. */
  selectFacts: `SELECT q.place, ${selectedColumns},
  h.invoice_id AS text_invoice, h.account_id AS text_account, r.invoice_id AS id_invoice, r.account_id AS id_account
FROM unnest($1::text[], $2::bytea[], $3::text[]) WITH ORDINALITY AS q (id, hash, receipt, place)
JOIN invoices i ON i.id = q.id
LEFT JOIN receipts h ON h.hash = q.hash
LEFT JOIN receipts r ON r.receipt_id = q.receipt`,
  selectDue: `SELECT ${selectedColumns} FROM invoices i
WHERE i.status IN (${openStatuses}) AND i.expires_at <= $1 ORDER BY i.expires_at LIMIT $2`,
});

/** Makes the store's methods for invoices, receipts, events and idempotency keys. */
export function postgresInvoices(db: Connections, describeEvent: DescribeEvent, announce: (host: string) => void): InvoiceStore {
  const reader = readInvoices(db);
  const change = changeInvoices(db, announce);
  const save = (stored: Invoice, invoice: Invoice, now: number, receipt?: Change['receipt']) => {
    const event = invoice.callbackUrl === null ? undefined : describeEvent(invoice, now);
    return change({ invoice, was: stored.sequence, receipt, event, now });
  };
  /** Returns what `find` finds: an invoice, perhaps with other data. If the invoice is due to expire, saves it as expired. */
  const settle = <Found extends { invoice: Invoice }>(find: () => Promise<Found | undefined>, now: number) =>
    untilSettled<Found | undefined>(async () => {
      const found = await find();
      if (!found) return { value: undefined };
      const invoice = expireIfDue(found.invoice, now);
      const isSettled = invoice === found.invoice || (await save(found.invoice, invoice, now));
      return isSettled ? { value: { ...found, invoice } } : undefined;
    });
  const read = async (invoiceId: string, accountId: string | undefined, now: number): Promise<Invoice | undefined> =>
    (await settle(() => reader.find(invoiceId, accountId), now))?.invoice;
  const readFacts = (accountId: string, invoiceId: string, key: ReceiptKey, now: number): Promise<ReceiptFacts | undefined> =>
    settle(() => reader.findFacts(invoiceId, accountId, key), now);
  const decideOnce = async (
    facts: ReceiptFacts,
    { hash, receiptId }: ReceiptKey,
    record: ReceiptRecord | undefined,
    now: number,
    decide: (facts: ReceiptFacts) => Decision,
  ): Promise<{ value: { decision: Decision; invoice: Invoice } } | undefined> => {
    const decision = decide(facts);
    if (decision.kind !== 'changed') return { value: { decision, invoice: facts.invoice } };
    if (!record || receiptId === undefined) throw new Error('A receipt that was not verified cannot change an invoice.');
    if (facts.sameText || facts.sameId) throw new Error('A receipt that is recorded cannot change an invoice: it is UNIQUE.');
    const { amount, paymentStatus, paidAt } = record;
    const isDone = await save(facts.invoice, decision.invoice, now, { amount, paymentStatus, paidAt, receiptId, hash });
    return isDone ? { value: { decision, invoice: decision.invoice } } : undefined;
  };

  return {
    ...createInvoices(db),
    readInvoice: (accountId, invoiceId, now) => read(invoiceId, accountId, now),
    readPublicInvoice: (invoiceId, now) => read(invoiceId, undefined, now),
    readReceiptFacts: readFacts,
    applyReceipt: (accountId, invoiceId, key, record, now, decide) =>
      askAgain(() =>
        untilSettled(async () => {
          const facts = await readFacts(accountId, invoiceId, key, now);
          return facts ? decideOnce(facts, key, record, now, decide) : { value: undefined };
        }),
      ),
    expireDue: async (now, limit) => {
      const due = await reader.findDue(now, limit);
      // If another change to an invoice comes first and leaves the invoice open, the next search finds the invoice again.
      await Promise.all(due.map((stored) => save(stored, expireIfDue(stored, now), now)));
      return due.length;
    },
    forgetKeys: async (now, limit) => (await db.run(sql.forgetOldKeys, [now - keyLifetime, limit])).length,
    count: async () => {
      const [rows, [outbox]] = await Promise.all([
        db.run<{ status: InvoiceStatus; invoices: number }>(sql.countInvoices),
        db.run<{ events: number; disabled: number }>(sql.countOutbox),
      ]);
      const none = statuses.map((status) => [status, 0] as const);
      const invoices = Object.fromEntries([...none, ...rows.map(({ status, invoices }) => [status, invoices] as const)]);
      const { events = 0, disabled = 0 } = outbox ?? {};
      return { invoices: invoices as Record<InvoiceStatus, number>, outbox: events, disabledEndpoints: disabled };
    },
  };
}

/** Repeats an attempt with current facts until no other change comes first. Throws a StoreUnavailableError after `patience`. */
async function untilSettled<T>(attempt: () => Promise<{ value: T } | undefined>): Promise<T> {
  const end = performance.now() + patience;
  while (performance.now() < end) {
    const settled = await attempt();
    if (settled) return settled.value;
  }
  throw new StoreUnavailableError('Other requests keep changing the invoice.');
}

interface FactsRow extends InvoiceRow {
  place: number;
  text_invoice: string | null;
  text_account: string | null;
  id_invoice: string | null;
  id_account: string | null;
}

/** Makes functions that read invoices as stored: due invoices may still be open. They find nothing for an id with NUL. */
function readInvoices(db: Connections) {
  const read = createBatcher(async (ids: readonly string[]) => {
    const rows = await db.run<InvoiceRow>(sql.selectInvoices, [[...new Set(ids)]]);
    const found = new Map(rows.map((row) => [row.id, row]));
    return ids.map((id) => found.get(id));
  });
  const readFacts = createBatcher(async (items: readonly { invoiceId: string; key: ReceiptKey }[]) => {
    const asked = items.map(({ invoiceId, key }) => [invoiceId, key.hash, key.receiptId ?? null]);
    const rows = await db.run<FactsRow>(sql.selectFacts, columnsOf(asked, 3));
    const found = new Map(rows.map((row) => [row.place - 1, row]));
    return items.map((_, index) => found.get(index));
  });
  return {
    find: async (invoiceId: string, accountId: string | undefined) => {
      if (invoiceId.includes('\0')) return undefined;
      const row = await read(invoiceId);
      return row && (accountId === undefined || row.account_id === accountId) ? { invoice: invoiceOfRow(row) } : undefined;
    },
    findFacts: async (invoiceId: string, accountId: string, key: ReceiptKey) => {
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
    /** Returns at most `limit` open invoices whose time of expiry is at or before `now`. */
    findDue: async (now: number, limit: number) => (await db.run<InvoiceRow>(sql.selectDue, [now, limit])).map(invoiceOfRow),
  };
}

function recorded(invoiceId: string | null, accountId: string | null) {
  return invoiceId === null || accountId === null ? undefined : { invoiceId, accountId };
}

import { statuses } from '@payment-invoice/generated';
import type { DescribeEvent } from '@payment-invoice/kit/callbacks';
import { keyLifetime } from '@payment-invoice/kit/idempotency';
import type { ReceiptKey, ReceiptRecord } from '@payment-invoice/kit/invoices';
import { type Decision, expireIfDue, type Invoice, type InvoiceStatus, type ReceiptFacts } from '@payment-invoice/kit/lifecycle';
import type { InvoiceStore } from '../store.ts';
import { StoreUnavailableError } from '../store-unavailable-error.ts';
import { askAgain } from './ask-again.ts';
import { changeInvoices } from './change-invoices.ts';
import type { Connections } from './connections.ts';
import { createInvoices } from './create-invoices.ts';
import { readInvoices } from './read-invoices.ts';
import type { Statement } from './sender.ts';

/**
 * For how many milliseconds a change is decided again because other changes are made first. An unavailable database is
 * noticed sooner.
 */
const patience = 20_000;

const forgetOldKeys: Statement = {
  name: 'forget-keys',
  text: `
DELETE FROM idempotency_keys WHERE (account_id, operation, key) IN (
  SELECT account_id, operation, key FROM idempotency_keys WHERE created_at <= $1 ORDER BY created_at LIMIT $2 FOR UPDATE SKIP LOCKED
) RETURNING 1 AS one`,
};
const countInvoices: Statement = {
  name: 'count-invoices',
  text: 'SELECT status, sum(invoices)::bigint AS invoices FROM invoice_counts GROUP BY status',
};
const countOutbox: Statement = {
  name: 'count-outbox',
  text: `SELECT count(*) AS events, (SELECT count(*) FROM callback_endpoints WHERE disabled_at IS NOT NULL) AS disabled
FROM outbox WHERE settled_at IS NULL`,
};

/** Makes the part of the store that keeps invoices, receipts, events and idempotency keys. */
export function postgresInvoices(db: Connections, describeEvent: DescribeEvent, announce: (host: string) => void): InvoiceStore {
  const reader = readInvoices(db);
  const change = changeInvoices(db, announce);
  const save = (
    stored: Invoice,
    invoice: Invoice,
    now: number,
    receipt?: ReceiptRecord & { receiptId: string; hash: Buffer },
  ) => {
    const event = invoice.callbackUrl === null ? undefined : describeEvent(invoice, now);
    return change({ invoice, was: stored.sequence, receipt, event, now });
  };
  const read = (invoiceId: string, accountId: string | undefined, now: number): Promise<Invoice | undefined> =>
    untilSettled(async () => {
      const stored = await reader.find(invoiceId, accountId);
      const settled = stored && expireIfDue(stored, now);
      if (!stored || !settled || settled === stored) return { value: stored };
      return (await save(stored, settled, now)) ? { value: settled } : undefined;
    });
  const readFacts = (accountId: string, invoiceId: string, key: ReceiptKey, now: number): Promise<ReceiptFacts | undefined> =>
    untilSettled(async () => {
      const facts = await reader.findFacts(invoiceId, accountId, key);
      const settled = facts && expireIfDue(facts.invoice, now);
      if (!facts || !settled || settled === facts.invoice) return { value: facts };
      return (await save(facts.invoice, settled, now)) ? { value: { ...facts, invoice: settled } } : undefined;
    });
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
      // An invoice that another server or a receipt has changed meanwhile is either settled, or will be found again.
      await Promise.all(due.map((stored) => save(stored, expireIfDue(stored, now), now)));
      return due.length;
    },
    forgetKeys: async (now, limit) => (await db.run(forgetOldKeys, [now - keyLifetime, limit])).length,
    count: async () => {
      const [rows, [outbox]] = await Promise.all([
        db.run<{ status: InvoiceStatus; invoices: number }>(countInvoices),
        db.run<{ events: number; disabled: number }>(countOutbox),
      ]);
      const none = statuses.map((status) => [status, 0] as const);
      const invoices = Object.fromEntries([...none, ...rows.map(({ status, invoices }) => [status, invoices] as const)]);
      return {
        invoices: invoices as Record<InvoiceStatus, number>,
        outbox: outbox?.events ?? 0,
        disabledEndpoints: outbox?.disabled ?? 0,
      };
    },
  };
}

/**
 * Repeats an attempt, each time with current facts, until no other change is made first.
 * @throws StoreUnavailableError when that takes too long; nothing was changed then
 */
async function untilSettled<T>(attempt: () => Promise<{ value: T } | undefined>): Promise<T> {
  const end = performance.now() + patience;
  while (performance.now() < end) {
    const settled = await attempt();
    if (settled) return settled.value;
  }
  throw new StoreUnavailableError('Others change the invoice all the time.');
}

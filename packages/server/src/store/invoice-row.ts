import { finalStatuses, statuses } from '@payment-invoice/generated';
import type { Invoice } from '@payment-invoice/kit/lifecycle';

/**
 * The columns of the table `invoices`, each with a function that reads its value from an invoice. The INSERT is built
 * from them. At the start they are compared with the table, because a column that is missing here would stay empty.
 */
const columns = {
  id: ({ id }: Invoice) => id,
  account_id: ({ accountId }: Invoice) => accountId,
  cash_tag: ({ cashTag }: Invoice) => cashTag,
  note: ({ note }: Invoice) => note,
  amount_cents: ({ amount }: Invoice) => amount,
  is_white_label: ({ isWhiteLabel }: Invoice) => (isWhiteLabel ? 1 : 0),
  callback_url: ({ callbackUrl }: Invoice) => callbackUrl,
  return_url: ({ returnUrl }: Invoice) => returnUrl,
  status: ({ status }: Invoice) => status,
  receipt_id: ({ receiptId }: Invoice) => receiptId,
  paid_cents: ({ paidAmount }: Invoice) => paidAmount,
  created_at: ({ createdAt }: Invoice) => createdAt,
  expires_at: ({ expiresAt }: Invoice) => expiresAt,
  sequence: ({ sequence }: Invoice) => sequence,
};

/** A row of the table `invoices`. A CHECK of the table allows only the contract's statuses. */
export type InvoiceRow = { [Column in keyof typeof columns]: ReturnType<(typeof columns)[Column]> };

export const columnNames = Object.keys(columns) as (keyof InvoiceRow)[];

const readers = Object.values(columns);

/** Returns the values of an invoice's row, in the order of `columnNames`. */
export function valuesOfInvoice(invoice: Invoice): (string | number | null)[] {
  return readers.map((read) => read(invoice));
}

export function invoiceOfRow(row: InvoiceRow): Invoice {
  return {
    id: row.id,
    accountId: row.account_id,
    cashTag: row.cash_tag,
    note: row.note,
    amount: row.amount_cents,
    isWhiteLabel: row.is_white_label === 1,
    callbackUrl: row.callback_url,
    returnUrl: row.return_url,
    status: row.status,
    receiptId: row.receipt_id,
    paidAmount: row.paid_cents,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    sequence: row.sequence,
  };
}

const finals: readonly string[] = finalStatuses;

/** The statuses in which an invoice can still expire, as a list in SQL. */
export const openStatuses = listOf(statuses.filter((status) => !finals.includes(status)));

/** Every status, as a list in SQL. */
export const allStatuses = listOf(statuses);

function listOf(names: readonly string[]): string {
  return names.map((name) => `'${name}'`).join(', ');
}

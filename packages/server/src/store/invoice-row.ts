import { statuses } from '@payment-invoice/generated';
import { type Invoice, isFinal } from '@payment-invoice/kit/lifecycle';

/** Describes a column by its type in PostgreSQL and the function that gets its value from an invoice. */
const column = <Value extends string | number | null>(
  type: 'bigint' | 'integer' | 'smallint' | 'text',
  read: (invoice: Invoice) => Value,
) => ({ type, read });

/**
 * The columns of the table `invoices`. The INSERT statement is built from them. When the server starts, they are compared with
 * the table, because a column of the table that is missing here would stay empty.
 */
const columns = {
  id: column('text', ({ id }) => id),
  account_id: column('text', ({ accountId }) => accountId),
  cash_tag: column('text', ({ cashTag }) => cashTag),
  note: column('text', ({ note }) => note),
  amount_cents: column('bigint', ({ amount }) => amount),
  is_white_label: column('smallint', ({ isWhiteLabel }) => (isWhiteLabel ? 1 : 0)),
  callback_url: column('text', ({ callbackUrl }) => callbackUrl),
  return_url: column('text', ({ returnUrl }) => returnUrl),
  status: column('text', ({ status }) => status),
  receipt_id: column('text', ({ receiptId }) => receiptId),
  paid_cents: column('bigint', ({ paidAmount }) => paidAmount),
  created_at: column('bigint', ({ createdAt }) => createdAt),
  expires_at: column('bigint', ({ expiresAt }) => expiresAt),
  sequence: column('integer', ({ sequence }) => sequence),
};

/** A row of the table `invoices`. A CHECK constraint of the table allows only the contract's statuses. */
export type InvoiceRow = { [Column in keyof typeof columns]: ReturnType<(typeof columns)[Column]['read']> };

export const columnNames = Object.keys(columns) as (keyof InvoiceRow)[];

/** The columns that a change to an invoice writes. */
export const changedColumns: readonly (keyof InvoiceRow)[] = ['status', 'receipt_id', 'paid_cents', 'sequence'];

/** The type of each column in PostgreSQL. */
export const typeOfColumn = (name: keyof InvoiceRow) => columns[name].type;

/** Returns the values of the named columns, by default those of the whole row. */
export function valuesOfInvoice(
  invoice: Invoice,
  names: readonly (keyof InvoiceRow)[] = columnNames,
): (string | number | null)[] {
  return names.map((name) => columns[name].read(invoice));
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

const listOf = (names: readonly string[]): string => names.map((name) => `'${name}'`).join(', ');

/** The statuses in which an invoice can still expire, as a list in SQL. */
export const openStatuses = listOf(statuses.filter((status) => !isFinal(status)));

/** Every status, as a list in SQL. */
export const allStatuses = listOf(statuses);

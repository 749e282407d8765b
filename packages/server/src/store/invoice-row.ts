import type { Invoice, InvoiceStatus } from '../engine/invoice.ts';

/** A row of the table `invoices`. */
export interface InvoiceRow {
  readonly id: string;
  readonly account_id: string;
  readonly cash_tag: string;
  readonly note: string;
  readonly amount_cents: number;
  readonly is_white_label: number;
  readonly callback_url: string | null;
  readonly return_url: string | null;
  readonly status: string;
  readonly receipt_id: string | null;
  readonly paid_cents: number | null;
  readonly created_at: number;
  readonly expires_at: number;
  readonly sequence: number;
}

/** The row of an invoice. */
export function rowOfInvoice(invoice: Invoice): InvoiceRow {
  return {
    id: invoice.id,
    account_id: invoice.accountId,
    cash_tag: invoice.cashTag,
    note: invoice.note,
    amount_cents: invoice.amount,
    is_white_label: invoice.isWhiteLabel ? 1 : 0,
    callback_url: invoice.callbackUrl,
    return_url: invoice.returnUrl,
    status: invoice.status,
    receipt_id: invoice.receiptId,
    paid_cents: invoice.paidAmount,
    created_at: invoice.createdAt,
    expires_at: invoice.expiresAt,
    sequence: invoice.sequence,
  };
}

/** The invoice of a row; the table's CHECK keeps the status to the five. */
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
    status: row.status as InvoiceStatus,
    receiptId: row.receipt_id,
    paidAmount: row.paid_cents,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    sequence: row.sequence,
  };
}

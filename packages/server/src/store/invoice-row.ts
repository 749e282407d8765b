import type { Invoice, InvoiceStatus } from '../engine/invoice.ts';

/** A row of the table `invoices`. */
export interface InvoiceRow {
  id: string;
  account_id: string;
  cash_tag: string;
  note: string;
  amount_cents: number;
  is_white_label: number;
  callback_url: string | null;
  return_url: string | null;
  status: string;
  receipt_id: string | null;
  paid_cents: number | null;
  created_at: number;
  expires_at: number;
  sequence: number;
}

/** The columns of the row, in their order. */
export type InvoiceValues = [
  id: string,
  accountId: string,
  cashTag: string,
  note: string,
  amountCents: number,
  isWhiteLabel: 0 | 1,
  callbackUrl: string | null,
  returnUrl: string | null,
  status: InvoiceStatus,
  receiptId: string | null,
  paidCents: number | null,
  createdAt: number,
  expiresAt: number,
  sequence: number,
];

/** Writes an invoice as the values of its row. */
export function valuesOfInvoice(invoice: Invoice): InvoiceValues {
  return [
    invoice.id,
    invoice.accountId,
    invoice.cashTag,
    invoice.note,
    invoice.amount,
    invoice.isWhiteLabel ? 1 : 0,
    invoice.callbackUrl,
    invoice.returnUrl,
    invoice.status,
    invoice.receiptId,
    invoice.paidAmount,
    invoice.createdAt,
    invoice.expiresAt,
    invoice.sequence,
  ];
}

/** Reads the invoice of a row; the table's CHECK allows no status but the five. */
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

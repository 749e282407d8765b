import { finalStatuses, type statuses } from '@payment-invoice/generated';
import type { Cents } from '../money/cents.ts';

/** The closed set of the contract's InvoiceStatus. */
export type InvoiceStatus = (typeof statuses)[number];

/** A status that an invoice never leaves. */
export type FinalStatus = (typeof finalStatuses)[number];

/** An invoice as the engine and the store know it: times in milliseconds since 1970, money in cents. */
export interface Invoice {
  id: string;
  accountId: string;
  /** As it was sent; compare it through `bindsTo`. */
  cashTag: string;
  /** Binds a payment to the invoice; unique over all invoices. */
  note: string;
  amount: Cents;
  isWhiteLabel: boolean;
  callbackUrl: string | null;
  returnUrl: string | null;
  status: InvoiceStatus;
  /** The last receipt that changed the invoice. */
  receiptId: string | null;
  /** Sum of the receipts counted; null until the first. */
  paidAmount: Cents | null;
  /** The number of changes so far, which the event of the last change carries; 0 before the first. */
  sequence: number;
  createdAt: number;
  expiresAt: number;
}

/** Tells whether the invoice is final: nothing can change it any more. */
export function isTerminal(invoice: Invoice): boolean {
  return isFinal(invoice.status);
}

/** Tells whether an invoice never leaves this status. */
export function isFinal(status: InvoiceStatus): status is FinalStatus {
  return finalStatuses.some((final) => final === status);
}

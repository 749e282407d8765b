import { finalStatuses, initialStatus, invoiceLifetime as lifetimes, type statuses } from '@payment-invoice/generated';
import { makeId, makeNote, type RandomBytes } from '../ids/make-id.ts';
import type { Cents } from '../money/cents.ts';

/** A status of an invoice; the contract's InvoiceStatus is a closed set. */
export type InvoiceStatus = (typeof statuses)[number];

/** A status that an invoice never leaves. */
export type FinalStatus = (typeof finalStatuses)[number];

/** An invoice as the engine and the store use it: times in milliseconds since 1970, money in cents. */
export interface Invoice {
  id: string;
  accountId: string;
  /** The tag as it was sent; compare it with `bindsTo`. */
  cashTag: string;
  /** Binds a payment to the invoice; unique over all invoices. */
  note: string;
  amount: Cents;
  isWhiteLabel: boolean;
  callbackUrl: string | null;
  returnUrl: string | null;
  status: InvoiceStatus;
  /** The id of the last receipt that changed the invoice. */
  receiptId: string | null;
  /** The sum of the counted receipts; null before the first. */
  paidAmount: Cents | null;
  /** The number of changes so far, 0 before the first. The event of the last change carries it. */
  sequence: number;
  createdAt: number;
  expiresAt: number;
}

/** Returns true when the invoice is final, so that nothing can change it any more. */
export function isTerminal(invoice: Invoice): boolean {
  return isFinal(invoice.status);
}

/** Returns true when an invoice never leaves this status. */
export function isFinal(status: InvoiceStatus): status is FinalStatus {
  return finalStatuses.some((final) => final === status);
}

/** For how many milliseconds an invoice can be paid, unless the operator sets another time (D-10). */
export const invoiceLifetime = lifetimes.default * 1000;

/** Fields that the engine decides. */
type Decided = 'id' | 'note' | 'status' | 'receiptId' | 'paidAmount' | 'sequence' | 'createdAt' | 'expiresAt';

/** The fields of an invoice that the merchant decides: all the others, including fields that are added later. */
export type InvoiceRequest = Omit<Invoice, Decided>;

/** Makes a new invoice. `now` is in milliseconds since 1970, `lifetime` in milliseconds. */
export function createInvoice(request: InvoiceRequest, now: number, randomBytes: RandomBytes, lifetime: number): Invoice {
  return {
    ...request,
    id: makeId('inv', now, randomBytes),
    note: makeNote(randomBytes),
    status: initialStatus,
    receiptId: null,
    paidAmount: null,
    sequence: 0,
    createdAt: now,
    expiresAt: now + lifetime,
  };
}

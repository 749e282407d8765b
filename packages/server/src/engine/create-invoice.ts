import type { Invoice } from './invoice.ts';
import { makeId, makeNote, type RandomBytes } from './make-id.ts';

/** How long an invoice can be paid, in milliseconds (D-10). */
export const INVOICE_LIFETIME = 30 * 60_000;

/** What the merchant decides about an invoice. */
export type InvoiceRequest = Pick<Invoice, 'accountId' | 'cashTag' | 'amount' | 'isWhiteLabel' | 'callbackUrl' | 'returnUrl'>;

/** A new invoice, PENDING; `now` in milliseconds since 1970. */
export function createInvoice(request: InvoiceRequest, now: number, randomBytes: RandomBytes): Invoice {
  return {
    ...request,
    id: makeId('inv', now, randomBytes),
    note: makeNote(randomBytes),
    status: 'PENDING',
    receiptId: null,
    paidAmount: null,
    createdAt: now,
    expiresAt: now + INVOICE_LIFETIME,
  };
}

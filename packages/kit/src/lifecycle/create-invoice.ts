import { initialStatus, invoiceLifetime as lifetimes } from '@payment-invoice/generated';
import { makeId, makeNote, type RandomBytes } from '../ids/make-id.ts';
import type { Invoice } from './invoice.ts';

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

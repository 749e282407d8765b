import type { PaymentInvoice } from '@payment-invoice/stubs';
import { numberOfCents } from '../money/cents.ts';
import type { Invoice } from './invoice.ts';
import { isoTime } from './iso-time.ts';

/** Describes an invoice as the contract shows it, with the fields of optional features, and without `callbackUrl`. */
export function describeInvoice(invoice: Invoice, baseUrl: string): Required<PaymentInvoice> {
  return {
    id: invoice.id,
    paymentUrl: `${baseUrl}/pay/${invoice.id}`,
    cashTag: invoice.cashTag,
    note: invoice.note,
    amount: numberOfCents(invoice.amount),
    isWhiteLabel: invoice.isWhiteLabel,
    receiptId: invoice.receiptId,
    paidAmount: invoice.paidAmount === null ? null : numberOfCents(invoice.paidAmount),
    status: invoice.status,
    returnUrl: invoice.returnUrl,
    expiresAt: isoTime(invoice.expiresAt),
    createdAt: isoTime(invoice.createdAt),
  };
}

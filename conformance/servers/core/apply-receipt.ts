import { Refusal, type StoredInvoice } from './store.ts';

const receiptForm = /^receipt:([^:]+):(\d+(?:\.\d+)?):(completed|failed|pending):([\w-]+)$/;

// Sums are taken in cents: 0.1 + 0.2 must pay an invoice of 0.3.
const cents = (amount: number): number => Math.round(amount * 100);

/**
 * Counts the receipt `receipt:<invoiceId>:<amount>:<outcome>:<nonce>` towards the invoice.
 * The form is plain, so that a receipt can be typed by hand.
 */
export function applyReceipt(invoice: StoredInvoice, receipt: string): void {
  if (invoice.receipts.has(receipt)) return;
  const [, invoiceId, amount, outcome, nonce] = receiptForm.exec(receipt) ?? [];
  if (invoiceId !== invoice.id || cents(Number(amount)) <= 0) throw new Refusal(422, 'The receipt is not one for this invoice.');
  if (invoice.status !== 'PENDING' && invoice.status !== 'UNDER_PAID')
    throw new Refusal(409, `The invoice is ${invoice.status}.`);
  if (outcome === 'pending') throw new Refusal(422, 'The payment is not final.');
  if (outcome === 'failed' && invoice.status === 'UNDER_PAID') throw new Refusal(422, 'The payment failed.');
  invoice.receipts.add(receipt);
  invoice.receiptId = `rcp_${nonce}`;
  if (outcome === 'failed') {
    invoice.status = 'FAILED';
    return;
  }
  const paid = cents(invoice.paidAmount ?? 0) + cents(Number(amount));
  invoice.paidAmount = paid / 100;
  invoice.status = paid >= cents(invoice.amount) ? 'PAID' : 'UNDER_PAID';
}

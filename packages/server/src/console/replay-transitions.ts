import { initialStatus } from '@payment-invoice/generated';
import { type Invoice, type InvoiceStatus, type LifecycleEvent, transitions } from '@payment-invoice/kit/lifecycle';
import type { AppliedReceipt } from '../store/history-store.ts';

/** A change of an invoice: its creation, a receipt that counted, or its expiry. */
export interface InvoiceChange {
  at: number;
  /** Undefined for the creation. */
  from: InvoiceStatus | undefined;
  to: InvoiceStatus;
  /** Undefined unless a receipt made the change. */
  receipt?: AppliedReceipt;
}

/**
 * Derives the changes of an invoice from the contract's lifecycle, oldest first, because the store keeps only the
 * receipts and times that caused them.
 */
export function replayTransitions(invoice: Invoice, receipts: readonly AppliedReceipt[]): InvoiceChange[] {
  const changes: InvoiceChange[] = [{ at: invoice.createdAt, from: undefined, to: initialStatus }];
  let status: InvoiceStatus = initialStatus;
  let paid = 0;
  for (const receipt of receipts) {
    const isCompleted = receipt.paymentStatus === 'completed';
    if (isCompleted) paid += receipt.amount;
    const event: LifecycleEvent = isCompleted
      ? paid >= invoice.amount
        ? 'receipt-reaches-amount'
        : 'receipt-below-amount'
      : 'receipt-payment-failed';
    const from: InvoiceStatus = status;
    status = transitions[from][event].to;
    changes.push({ at: receipt.recordedAt, from, to: status, receipt });
  }
  const isExpired = transitions[status]['expiry-due'].to === invoice.status;
  if (status !== invoice.status && isExpired) changes.push({ at: invoice.expiresAt, from: status, to: invoice.status });
  return changes;
}

import type { Cents } from './cents.ts';

/** The closed set of the contract's InvoiceStatus. */
export type InvoiceStatus = 'PENDING' | 'UNDER_PAID' | 'PAID' | 'FAILED' | 'EXPIRED';

/** An invoice as the engine and the store know it: times in milliseconds since 1970, money in cents. */
export interface Invoice {
  readonly id: string;
  readonly accountId: string;
  /** As it was sent; compare it through `bindsTo`. */
  readonly cashTag: string;
  /** Binds a payment to the invoice; unique over all invoices. */
  readonly note: string;
  readonly amount: Cents;
  readonly isWhiteLabel: boolean;
  readonly callbackUrl: string | null;
  readonly returnUrl: string | null;
  readonly status: InvoiceStatus;
  /** The last receipt that changed the invoice. */
  readonly receiptId: string | null;
  /** Sum of the receipts counted; null until the first. */
  readonly paidAmount: Cents | null;
  /** How often it has changed; the number of the event that told of the last change, 0 before the first. */
  readonly sequence: number;
  readonly createdAt: number;
  readonly expiresAt: number;
}

/** Whether nothing can change the invoice any more. */
export function isTerminal(invoice: Invoice): boolean {
  return invoice.status !== 'PENDING' && invoice.status !== 'UNDER_PAID';
}

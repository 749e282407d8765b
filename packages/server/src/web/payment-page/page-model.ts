import type { Cents } from '../../engine/cents.ts';
import { type Invoice, type InvoiceStatus, isFinal } from '../../engine/invoice.ts';
import { basePathOf } from '../base-path.ts';
import { type ReturnLink, readReturnLink } from './return-link.ts';

/** Everything the page of an invoice shows; the page itself asks for nothing. */
export interface PageModel {
  /** Path of the page, absolute on this host. */
  path: string;
  /** Path below which the service is, for those outside; without a slash at the end, so most often empty. */
  basePath: string;
  /** Absolute URL of the page, which the QR code holds. */
  url: string;
  cashTag: string;
  note: string;
  amount: Cents;
  /** The amount that was paid so far; 0 when nothing was. */
  paid: Cents;
  /** The amount that is still to be paid; 0 when nothing is. */
  missing: Cents;
  status: InvoiceStatus;
  receiptId: string | null;
  isWhiteLabel: boolean;
  returnLink: ReturnLink | undefined;
  /** Milliseconds since 1970. */
  expiresAt: number;
  /** Milliseconds that are left by the server's clock; never below 0. */
  timeLeft: number;
  /** Changes whenever the page has something new to say. */
  state: string;
  /** True where no money moves. */
  isSandbox: boolean;
}

/** Describes an invoice as its page shows it at a moment (milliseconds since 1970). Due expiry has been applied to the invoice. */
export function describePage(invoice: Invoice, now: number, place: { baseUrl: string; isSandbox: boolean }): PageModel {
  const { id, cashTag, note, amount, status, receiptId, isWhiteLabel, expiresAt } = invoice;
  const paid = invoice.paidAmount ?? 0;
  return {
    path: `${basePathOf(place.baseUrl)}/pay/${id}`,
    basePath: basePathOf(place.baseUrl),
    url: `${place.baseUrl}/pay/${id}`,
    cashTag,
    note,
    amount,
    paid,
    missing: Math.max(0, amount - paid),
    status,
    receiptId,
    isWhiteLabel,
    returnLink: readReturnLink(invoice.returnUrl),
    expiresAt,
    timeLeft: Math.max(0, expiresAt - now),
    state: stateOf(invoice),
    isSandbox: place.isSandbox,
  };
}

/** Returns a word that changes whenever the page has something new to say. */
export function stateOf({ status, paidAmount }: Invoice): string {
  return `${status}.${paidAmount ?? 0}`;
}

/** Tells whether the payer can still pay. */
export function isOpen({ status }: PageModel): boolean {
  return !isFinal(status);
}

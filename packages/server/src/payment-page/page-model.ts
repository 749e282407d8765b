import { type Invoice, type InvoiceStatus, isFinal } from '@payment-invoice/kit/lifecycle';
import type { Cents } from '@payment-invoice/kit/money';
import { basePathOf } from '../pages/base-path.ts';
import { type ReturnLink, readReturnLink } from './return-link.ts';
import type { PageWords } from './words/page-words.ts';

/** Everything the page of an invoice shows; the page itself asks for nothing. */
export interface PageModel {
  /** Path of the page, absolute on this host. */
  path: string;
  /** Path below which the service is, for those outside; without a slash at the end, so most often empty. */
  basePath: string;
  /** Absolute URL of the page, which the QR code holds. */
  url: string;
  /** The name of the account that is paid; null when it has none. */
  merchant: string | null;
  cashTag: string;
  note: string;
  amount: Cents;
  /** The amount that was paid so far; 0 when nothing was. */
  paid: Cents;
  /** The amount that is still to be paid; 0 when nothing is. */
  missing: Cents;
  status: InvoiceStatus;
  receiptId: string | null;
  /** When the last payment was made, in milliseconds since 1970; undefined when it is not shown. */
  paidAt: number | undefined;
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
  /** The name of the app in which payers pay; undefined when the operator has not named it. */
  app: string | undefined;
  words: PageWords;
}

/** The facts of a page that are not its invoice's. */
export interface PagePlace extends Pick<PageModel, 'merchant' | 'paidAt' | 'isSandbox' | 'app' | 'words'> {
  baseUrl: string;
}

/** Describes an invoice as its page shows it at a moment (milliseconds since 1970). Due expiry has been applied to the invoice. */
export function describePage(invoice: Invoice, now: number, place: PagePlace): PageModel {
  const { id, cashTag, note, amount, status, receiptId, isWhiteLabel, expiresAt } = invoice;
  const { baseUrl, merchant, paidAt, isSandbox, app, words } = place;
  const paid = invoice.paidAmount ?? 0;
  return {
    path: `${basePathOf(baseUrl)}/pay/${id}`,
    basePath: basePathOf(baseUrl),
    url: `${baseUrl}/pay/${id}`,
    merchant,
    cashTag,
    note,
    amount,
    paid,
    missing: Math.max(0, amount - paid),
    status,
    receiptId,
    paidAt,
    isWhiteLabel,
    returnLink: readReturnLink(invoice.returnUrl),
    expiresAt,
    timeLeft: Math.max(0, expiresAt - now),
    state: stateOf(invoice),
    isSandbox,
    app,
    words,
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

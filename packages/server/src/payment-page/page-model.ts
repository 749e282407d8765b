import { currencyOf, type Invoice, type InvoiceStatus, isFinal } from '@payment-invoice/kit/lifecycle';
import type { Cents } from '@payment-invoice/kit/money';
import { basePathOf } from '../pages/serve-pages.ts';
import type { PageWords } from './words/page-words.ts';

/** The data of an invoice's page. Rendering needs nothing else. */
export interface PageModel {
  /** The path of the page, absolute on this host. */
  path: string;
  /** The path below which the service is mounted, as browsers see it. It has no final slash, so it is usually empty. */
  basePath: string;
  /** The absolute URL of the page, which the QR code contains. */
  url: string;
  /** The name of the account that receives the payment; null when the account has none. */
  merchant: string | null;
  cashTag: string;
  note: string;
  /** The ISO 4217 code of its currency. */
  currency: string;
  amount: Cents;
  /** The amount that has been paid so far. */
  paid: Cents;
  /** The amount that is still to be paid. */
  missing: Cents;
  status: InvoiceStatus;
  receiptId: string | null;
  /** The Unix time in milliseconds of the last payment; undefined when the page does not show it. */
  paidAt: number | undefined;
  isWhiteLabel: boolean;
  returnLink: ReturnLink | undefined;
  /** Unix time in milliseconds. */
  expiresAt: number;
  /** The remaining time in milliseconds by the server's clock. It is never negative. */
  timeLeft: number;
  /** A text that changes whenever the page has something new to show. */
  state: string;
  /** True when no real money moves. */
  isSandbox: boolean;
  /** The name of the app in which payers pay; undefined when the operator has not set it. */
  app: string | undefined;
  words: PageWords;
}

/** The data of a page that does not come from its invoice. */
export interface PagePlace extends Pick<PageModel, 'merchant' | 'paidAt' | 'isSandbox' | 'app' | 'words'> {
  baseUrl: string;
}

/**
 * Describes an invoice as its page shows it at a time (Unix time in milliseconds). The caller has already applied a due expiry.
 */
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
    currency: currencyOf(invoice),
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

/** Returns a text that changes whenever the page has something new to show. */
export function stateOf({ status, paidAmount }: Invoice): string {
  return `${status}.${paidAmount ?? 0}`;
}

/** Returns whether the payer can still pay. */
export function isOpen({ status }: PageModel): boolean {
  return !isFinal(status);
}

/** The link back to the merchant, with the text that it shows. */
export interface ReturnLink {
  /** The URL as the merchant sent it. */
  href: string;
  /**
   * The host, written so that it cannot be mistaken for another host. Of a very long host only the end is shown, which
   * says who owns it.
   */
  host: string;
}

/** The maximum number of characters of a host that are shown. */
const longestHost = 48;

/**
 * Returns the link back to the merchant; undefined when there is none. Checks the URL again, although create has
 * checked it (D-11): a URL of another scheme could run as script on this page.
 */
export function readReturnLink(returnUrl: string | null): ReturnLink | undefined {
  if (returnUrl === null || !URL.canParse(returnUrl)) return undefined;
  const { protocol, host, username, password } = new URL(returnUrl);
  if ((protocol !== 'https:' && protocol !== 'http:') || username !== '' || password !== '') return undefined;
  return { href: returnUrl, host: host.length <= longestHost ? host : `…${host.slice(1 - longestHost)}` };
}

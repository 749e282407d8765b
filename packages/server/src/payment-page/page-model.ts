import { currencyOf, type Invoice, type InvoiceStatus, isFinal } from '@payment-invoice/kit/lifecycle';
import type { Cents } from '@payment-invoice/kit/money';
import { basePathOf } from '../pages/serve-pages.ts';
import type { PageWords } from './words/page-words.ts';

/** The data of an invoice's page. Rendering uses only this data. */
export interface PageModel {
  path: string;
  /** The path under which browsers reach the service, without a final slash; usually empty. */
  basePath: string;
  /** The absolute URL of the page, which the QR code contains. */
  url: string;
  /** The name of the account that receives the payment; null if it has no name. */
  merchant: string | null;
  cashTag: string;
  note: string;
  /** The ISO 4217 code of the invoice's currency. */
  currency: string;
  amount: Cents;
  paid: Cents;
  missing: Cents;
  status: InvoiceStatus;
  receiptId: string | null;
  /** The time of the latest payment in milliseconds since 1970; undefined if the page does not show it. */
  paidAt: number | undefined;
  isWhiteLabel: boolean;
  returnLink: ReturnLink | undefined;
  /** In milliseconds since 1970. */
  expiresAt: number;
  /** The remaining time by the server's clock, in milliseconds; never negative. */
  timeLeft: number;
  /** A string that is different whenever the page has something new to show. */
  state: string;
  isSandbox: boolean;
  /** The name of the app in which payers pay; undefined if the operator has not set one. */
  app: string | undefined;
  words: PageWords;
}

/** The data of a page, apart from that of its invoice. */
export interface PagePlace extends Pick<PageModel, 'merchant' | 'paidAt' | 'isSandbox' | 'app' | 'words'> {
  baseUrl: string;
}

/** Prepares the data of an invoice's page. If the invoice is due to expire, the caller must expire it first. */
export function describePage(invoice: Invoice, now: number, place: PagePlace): PageModel {
  const { id, cashTag, note, amount, status, receiptId, isWhiteLabel, expiresAt } = invoice;
  const { baseUrl, ...shown } = place;
  const paid = invoice.paidAmount ?? 0;
  return {
    ...shown,
    ...{ cashTag, note, amount, status, receiptId, isWhiteLabel, expiresAt, paid },
    path: `${basePathOf(baseUrl)}/pay/${id}`,
    basePath: basePathOf(baseUrl),
    url: `${baseUrl}/pay/${id}`,
    currency: currencyOf(invoice),
    missing: Math.max(0, amount - paid),
    returnLink: readReturnLink(invoice.returnUrl),
    timeLeft: Math.max(0, expiresAt - now),
    state: stateOf(invoice),
  };
}

/** Returns a string that is different whenever the page has something new to show. */
export const stateOf = ({ status, paidAmount }: Invoice): string => `${status}.${paidAmount ?? 0}`;

/** Returns true if the payer can still pay. */
export const isOpen = ({ status }: PageModel): boolean => !isFinal(status);

/** The link back to the merchant: its URL, and the host that is shown. */
export interface ReturnLink {
  /** The URL as the merchant sent it. */
  href: string;
  /** The host in ASCII, so that it cannot look like another. Of a long host, only the end is shown, which names the owner. */
  host: string;
}

/** The maximum number of characters of a host that are shown. */
const longestHost = 48;

/**
 * Returns the link back to the merchant; undefined if the invoice has none. Checks the URL again, although it was checked when
 * the invoice was created (D-11), because a URL with another scheme could run as a script on this page.
 */
export function readReturnLink(returnUrl: string | null): ReturnLink | undefined {
  if (returnUrl === null || !URL.canParse(returnUrl)) return undefined;
  const { protocol, host, username, password } = new URL(returnUrl);
  if ((protocol !== 'https:' && protocol !== 'http:') || username !== '' || password !== '') return undefined;
  return { href: returnUrl, host: host.length <= longestHost ? host : `…${host.slice(1 - longestHost)}` };
}

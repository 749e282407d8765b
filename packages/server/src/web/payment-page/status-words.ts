import type { InvoiceStatus } from '../../engine/invoice.ts';
import { type Html, html } from '../html-page.ts';
import type { PageModel } from './page-model.ts';

/** Each status in words for a payer. */
export const statusWords: Readonly<Record<InvoiceStatus, string>> = {
  PENDING: 'Waiting for payment',
  UNDER_PAID: 'Part paid',
  PAID: 'Paid',
  FAILED: 'Payment failed',
  EXPIRED: 'Time is over',
};

/** Renders the heading. The tag is isolated, so that its direction of writing does not reach the words around it. */
export function headlineOf({ status, cashTag }: PageModel): Html {
  const tag = html`<bdi translate="no">${cashTag}</bdi>`;
  switch (status) {
    case 'PENDING':
      return html`Pay ${tag}`;
    case 'UNDER_PAID':
      return html`Still to pay to ${tag}`;
    case 'PAID':
      return html`You paid ${tag}`;
    case 'FAILED':
      return html`The payment to ${tag} failed`;
    case 'EXPIRED':
      return html`The time to pay ${tag} is over`;
  }
}

import type { FinalStatus, InvoiceStatus } from '../../engine/invoice.ts';
import { type Html, html } from '../html-page.ts';
import { drawIcon } from './icons.ts';
import { moneyText } from './money-text.ts';
import type { PageModel } from './page-model.ts';

/** How the page shows a status to a payer. */
interface StatusText {
  words: string;
  /** A drawing; the words beside it say the same. */
  icon: Html;
  /** The heading. The tag is isolated, so that its direction of writing does not reach the words around it. */
  headline(tag: Html): Html;
}

/** Each status; one that the contract adds does not compile without. */
const statusTexts: Readonly<Record<InvoiceStatus, StatusText>> = {
  PENDING: {
    words: 'Waiting for payment',
    icon: drawIcon('<circle cx="12" cy="12" r="9"/><path d="M12 7v5l3 2"/>'),
    headline: (tag) => html`Pay ${tag}`,
  },
  UNDER_PAID: {
    words: 'Part paid',
    icon: drawIcon('<circle cx="12" cy="12" r="9"/><path d="M12 3v9h9"/>'),
    headline: (tag) => html`Still to pay to ${tag}`,
  },
  PAID: {
    words: 'Paid',
    icon: drawIcon('<circle cx="12" cy="12" r="9"/><path d="m8 12.5 2.7 2.7L16 9.5"/>'),
    headline: (tag) => html`You paid ${tag}`,
  },
  FAILED: {
    words: 'Payment failed',
    icon: drawIcon('<circle cx="12" cy="12" r="9"/><path d="m9 9 6 6m0-6-6 6"/>'),
    headline: (tag) => html`The payment to ${tag} failed`,
  },
  EXPIRED: {
    words: 'Time is over',
    icon: drawIcon('<path d="M7 3h10M7 21h10M8 3v3c0 3 4 4 4 6s-4 3-4 6v3M16 3v3c0 3-4 4-4 6s4 3 4 6v3"/>'),
    headline: (tag) => html`The time to pay ${tag} is over`,
  },
};

/** Last words on an invoice that nothing can change any more. */
const lastWords: Readonly<Record<FinalStatus, (page: PageModel) => Html | undefined>> = {
  PAID: ({ paid, amount }) => html`<p class="amount">${moneyText(paid)}</p>
${paid > amount ? html`<p>That is ${moneyText(paid - amount)} more than the ${moneyText(amount)} that were asked for. To get it back, ask the recipient.</p>` : undefined}`,
  FAILED: () =>
    html`<p>The payment did not go through, and this page takes no other one. Go back to where you came from and start again.</p>`,
  EXPIRED: ({ paid, missing }) =>
    html`<p><strong>Do not pay any more:</strong> it would not be counted. Go back to where you came from and start again.</p>
${paid > 0 ? html`<p>${moneyText(paid)} arrived in time, ${moneyText(missing)} was missing. Ask the recipient about it and name the note.</p>` : undefined}`,
};

/** Returns a status in words for a payer. */
export const wordsOf = (status: InvoiceStatus): string => statusTexts[status].words;

/** Returns the drawing of a status. */
export const iconOf = (status: InvoiceStatus): Html => statusTexts[status].icon;

/** Renders the heading. */
export const headlineOf = ({ status, cashTag }: PageModel): Html =>
  statusTexts[status].headline(html`<bdi translate="no">${cashTag}</bdi>`);

/** Renders the last words on a final invoice. */
export const renderLastWords = (page: PageModel, status: FinalStatus): Html | undefined => lastWords[status](page);

import { type Html, html } from '@payment-invoice/kit/pages';
import { momentText } from './time-text.ts';
import type { PageWords } from './words/page-words.ts';

/** Renders a moment, which the page's script writes in the reader's time zone: with its date, or without it when that is today's. */
export function renderMoment(time: number, words: PageWords, withDate = false): Html {
  return html`<time datetime="${new Date(time).toISOString()}"${withDate ? html` data-full` : undefined}>${momentText(time, words)}</time>`;
}

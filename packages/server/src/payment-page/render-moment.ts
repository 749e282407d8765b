import { type Html, html } from '@payment-invoice/kit/pages';
import { momentText } from './time-text.ts';
import type { PageWords } from './words/page-words.ts';

/**
 * Renders a time, which the page's script rewrites in the reader's time zone. It has a date if `withDate` is true or the time is
 * not today.
 */
export function renderMoment(time: number, words: PageWords, withDate = false): Html {
  return html`<time datetime="${new Date(time).toISOString()}"${withDate ? html` data-full` : undefined}>${momentText(time, words)}</time>`;
}

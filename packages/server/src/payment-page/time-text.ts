import { type Html, html } from '@payment-invoice/kit/pages';
import type { PageWords } from './words/page-words.ts';

const style = { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' } as const;
/** The formats by locale, made when they are first used. */
const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(locale: string): Intl.DateTimeFormat {
  const format = formats.get(locale) ?? new Intl.DateTimeFormat(locale, style);
  formats.set(locale, format);
  return format;
}

/** Writes a time (Unix time in milliseconds) with its time zone. The page's script converts it to the reader's own. */
export function momentText(time: number, { locale }: PageWords): string {
  return `${formatOf(locale).format(time)} UTC`;
}

/** Writes a time span in milliseconds as a countdown shows it: `29:59`, `1:04:09`. */
export function countdownText(span: number): string {
  const seconds = Math.ceil(span / 1000);
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const [hours, minutes, rest] = parts.map((part) => String(part));
  return hours === '0'
    ? `${minutes}:${rest?.padStart(2, '0')}`
    : `${hours}:${minutes?.padStart(2, '0')}:${rest?.padStart(2, '0')}`;
}

/**
 * Renders a time, which the page's script rewrites in the reader's time zone. It has a date if `withDate` is true or the time is
 * not today.
 */
export function renderMoment(time: number, words: PageWords, withDate = false): Html {
  return html`<time datetime="${new Date(time).toISOString()}"${withDate ? html` data-full` : undefined}>${momentText(time, words)}</time>`;
}

import { type Cents, textOfCents } from '@payment-invoice/kit/money';
import { type Html, html } from '@payment-invoice/kit/pages';
import type { PageModel } from './page-model.ts';
import type { PageWords } from './words/page-words.ts';

/** The formats by locale and currency, made when first used: making one takes longer than rendering a page. */
const moneyFormats = new Map<string, Intl.NumberFormat>();

function moneyFormatOf(locale: string, currency: string): Intl.NumberFormat {
  const key = `${locale} ${currency}`;
  const format = moneyFormats.get(key) ?? new Intl.NumberFormat(locale, { style: 'currency', currency });
  moneyFormats.set(key, format);
  return format;
}

/** Formats an amount in the language and the currency of a page, as in `$1,234.50`. */
export function moneyText(cents: Cents, { words, currency }: Pick<PageModel, 'words' | 'currency'>): string {
  const { locale, direction } = words;
  // Formats the decimal text instead of a number, so that no digit is rounded.
  const text = moneyFormatOf(locale, currency).format(textOfCents(cents) as `${number}`);
  // Adds a left-to-right mark, so that the dollar sign of `US$` stays after the letters in right-to-left text.
  return direction === 'rtl' ? `${text}\u200e` : text;
}

const style = { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' } as const;
/** The formats by locale. Each is made when it is first used. */
const timeFormats = new Map<string, Intl.DateTimeFormat>();

function timeFormatOf(locale: string): Intl.DateTimeFormat {
  const format = timeFormats.get(locale) ?? new Intl.DateTimeFormat(locale, style);
  timeFormats.set(locale, format);
  return format;
}

/** Formats a time in UTC, with the time zone's name. The page's script replaces it with the reader's local time. */
export const momentText = (time: number, { locale }: PageWords): string => `${timeFormatOf(locale).format(time)} UTC`;

/** Formats a time span in milliseconds as a countdown: `29:59` or `1:04:09`. */
export function countdownText(span: number): string {
  const seconds = Math.ceil(span / 1000);
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const pad = (part: number) => String(part).padStart(2, '0');
  return hours === 0 ? `${minutes}:${pad(seconds % 60)}` : `${hours}:${pad(minutes)}:${pad(seconds % 60)}`;
}

/** Renders a time, which the page's script replaces. With `withDate`, the script shows the date even if it is today. */
export function renderMoment(time: number, words: PageWords, withDate = false): Html {
  return html`<time datetime="${new Date(time).toISOString()}"${withDate ? html` data-full` : undefined}>${momentText(time, words)}</time>`;
}

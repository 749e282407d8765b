import { type Cents, textOfCents } from '@payment-invoice/kit/money';
import { type Html, html } from '@payment-invoice/kit/pages';
import type { PageModel } from './page-model.ts';
import type { PageWords } from './words/page-words.ts';

/**
 * The formats by locale and currency, each made when it is first used: making one takes longer than rendering a page,
 * and making all would take a thirtieth of the start-up time.
 */
const moneyFormats = new Map<string, Intl.NumberFormat>();

function moneyFormatOf(locale: string, currency: string): Intl.NumberFormat {
  const key = `${locale} ${currency}`;
  const format = moneyFormats.get(key) ?? new Intl.NumberFormat(locale, { style: 'currency', currency });
  moneyFormats.set(key, format);
  return format;
}

/** Writes an amount in the language and the currency of a page: `$1,234.50`. */
export function moneyText(cents: Cents, { words, currency }: Pick<PageModel, 'words' | 'currency'>): string {
  const { locale, direction } = words;
  // Formats the digits of the amount, which are never rounded.
  const text = moneyFormatOf(locale, currency).format(textOfCents(cents) as `${number}`);
  // Adds a mark that keeps the dollar sign after the letters, because right-to-left text would reverse them.
  return direction === 'rtl' ? `${text}\u200e` : text;
}

/** Writes an amount in the form that payment apps accept: `1234.50`. */
export function plainMoneyText(cents: Cents): string {
  return `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;
}

const style = { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' } as const;
/** The formats by locale, made when they are first used. */
const timeFormats = new Map<string, Intl.DateTimeFormat>();

function timeFormatOf(locale: string): Intl.DateTimeFormat {
  const format = timeFormats.get(locale) ?? new Intl.DateTimeFormat(locale, style);
  timeFormats.set(locale, format);
  return format;
}

/** Writes a time (Unix time in milliseconds) with its time zone. The page's script rewrites it in the reader's time zone. */
export function momentText(time: number, { locale }: PageWords): string {
  return `${timeFormatOf(locale).format(time)} UTC`;
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
 * Renders a time. The page's script rewrites it in the reader's time zone.
 * @param withDate makes the script show the date even when it is today
 */
export function renderMoment(time: number, words: PageWords, withDate = false): Html {
  return html`<time datetime="${new Date(time).toISOString()}"${withDate ? html` data-full` : undefined}>${momentText(time, words)}</time>`;
}

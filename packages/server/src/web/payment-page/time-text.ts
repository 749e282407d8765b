import { pageLanguages } from './words/choose-words.ts';
import type { PageWords } from './words/page-words.ts';

const style = { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' } as const;
const formats = new Map(pageLanguages.map(({ locale }) => [locale, new Intl.DateTimeFormat(locale, style)]));

/** Writes a moment (milliseconds since 1970) for readers of any time zone; the page's script converts it to theirs. */
export function momentText(time: number, { locale }: PageWords): string {
  return `${(formats.get(locale) ?? new Intl.DateTimeFormat(locale, style)).format(time)} UTC`;
}

/** Writes a span in milliseconds as a countdown shows it: `29:59`, `1:04:09`. */
export function countdownText(span: number): string {
  const seconds = Math.ceil(span / 1000);
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const [hours, minutes, rest] = parts.map((part) => String(part));
  return hours === '0'
    ? `${minutes}:${rest?.padStart(2, '0')}`
    : `${hours}:${minutes?.padStart(2, '0')}:${rest?.padStart(2, '0')}`;
}

import { currency } from '@payment-invoice/kit/lifecycle';
import { type Cents, textOfCents } from '@payment-invoice/kit/money';
import type { PageWords } from './words/page-words.ts';

/** Made once each, when first used: making one takes longer than rendering a page, and making all a thirtieth of a start. */
const formats = new Map<string, Intl.NumberFormat>();

function formatOf(locale: string): Intl.NumberFormat {
  const format = formats.get(locale) ?? new Intl.NumberFormat(locale, { style: 'currency', currency });
  formats.set(locale, format);
  return format;
}

/** Writes an amount as people read it in this language: `$1,234.50`. */
export function moneyText(cents: Cents, { locale, direction }: PageWords): string {
  // As text, so that no amount is rounded on the way.
  const text = formatOf(locale).format(textOfCents(cents) as `${number}`);
  // Keeps the dollar behind its letters, which a text from right to left would turn around.
  return direction === 'rtl' ? `${text}\u200e` : text;
}

/** Writes an amount as an app takes it: `1234.50`. */
export function plainMoneyText(cents: Cents): string {
  return `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;
}

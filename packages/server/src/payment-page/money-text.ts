import { type Cents, textOfCents } from '@payment-invoice/kit/money';
import type { PageModel } from './page-model.ts';

/**
 * The formats by locale and currency, each made when it is first used. Making one takes longer than rendering a page,
 * and making all of them would take a thirtieth of the start-up time.
 */
const formats = new Map<string, Intl.NumberFormat>();

function formatOf(locale: string, currency: string): Intl.NumberFormat {
  const key = `${locale} ${currency}`;
  const format = formats.get(key) ?? new Intl.NumberFormat(locale, { style: 'currency', currency });
  formats.set(key, format);
  return format;
}

/** Writes an amount as people read it in the language of a page and in its currency: `$1,234.50`. */
export function moneyText(cents: Cents, { words, currency }: Pick<PageModel, 'words' | 'currency'>): string {
  const { locale, direction } = words;
  // Formats the amount from its text, so that it is never rounded.
  const text = formatOf(locale, currency).format(textOfCents(cents) as `${number}`);
  // Keeps the dollar sign after the letters, because right-to-left text would reverse them.
  return direction === 'rtl' ? `${text}\u200e` : text;
}

/** Writes an amount as a payment app accepts it: `1234.50`. */
export function plainMoneyText(cents: Cents): string {
  return `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;
}

import { type Cents, textOfCents } from '../../engine/cents.ts';
import { currency } from '../../engine/receipt.ts';

const format = new Intl.NumberFormat('en-US', { style: 'currency', currency: currency });

/** Writes an amount as people read it: `$1,234.50`. */
export function moneyText(cents: Cents): string {
  // As text, so that no amount is rounded on the way.
  return format.format(textOfCents(cents) as `${number}`);
}

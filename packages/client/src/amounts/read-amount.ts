import { ValidationError } from '../errors/error-classes.ts';
import type { Amount } from '../types.ts';

/**
 * Reads an amount as whole cents, exactly: 12.5, "12.5" and "12.50" give 1250. Add amounts in cents, because sums of decimals
 * such as 0.1 + 0.2 are not exact in JavaScript.
 * @throws ValidationError when the value is not a decimal number, has more than two decimals, or is too large to be exact
 */
export function toCents(amount: Amount): number {
  const text = String(amount);
  // Checks the type too: a bigint or an array may look like a number when converted to a string, but is not an amount.
  const isDecimal = /number|string/.test(typeof amount) && /^-?\d+(\.\d\d?0*)?$/.test(text);
  const cents = Math.round(Number(text) * 100);
  // Above this limit, two neighbouring amounts would become the same number in JSON.
  if (isDecimal && Math.abs(cents) < 1e15) return cents;
  throw refusal(
    `must be a number or a decimal string like "12.50", with at most two decimals and below 1e13; it is ${text.slice(0, 40)}. Binary numbers do not add up exactly: add in cents (toCents, fromCents).`,
  );
}

/** Writes whole cents as a decimal string: 1250 becomes "12.50". Pass a result of toCents, or a sum of such results. */
export function fromCents(cents: number): string {
  if (!Number.isSafeInteger(cents)) throw refusal(`must be whole cents; it is ${cents}.`);
  const digits = String(Math.abs(cents)).padStart(3, '0');
  return `${cents < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** Writes an amount from a request or a response as a decimal string with two decimals: 12.5 gives "12.50". */
export function formatAmount(amount: Amount): string {
  return fromCents(toCents(amount));
}

function refusal(what: string): ValidationError {
  const detail = `amount ${what}`;
  const errors = [{ pointer: '/amount', code: 'amount_precision', detail }];
  return new ValidationError(detail, { code: 'validation_failed', errors });
}

/** An amount of money in hundredths of the deployment's currency. It is an integer, so that sums are exact. */
export type Cents = number;

/** Converts decimal text such as `12`, `12.5` or `12.50` to cents; undefined for other text and inexact amounts. */
export function centsOfText(text: string): Cents | undefined {
  const [, whole, fraction = ''] = /^(0|[1-9]\d{0,11})(?:\.(\d{1,2}))?$/.exec(text) ?? [];
  return whole === undefined ? undefined : Number(whole) * 100 + Number(fraction.padEnd(2, '0'));
}

/**
 * Converts a number in major units to cents. JSON parsers read an amount with two decimals as the nearest double (RFC 8259 §6).
 * Returns undefined for a number that is not such a double, is negative, or is too large to be added exactly.
 */
export function centsOfNumber(value: number): Cents | undefined {
  return value >= 0 && value < 1e12 && !hasPartsOfCents(value) ? Math.round(value * 100) : undefined;
}

/** Returns true if a number in major units has more than two decimals, however large it is. */
export function hasPartsOfCents(value: number): boolean {
  return Number.isFinite(value) && !Number.isInteger(value) && Math.round(value * 100) / 100 !== value;
}

/** Converts cents to the nearest double in major units, which JSON shows with at most two decimals. */
export const numberOfCents = (cents: Cents): number => cents / 100;

/** Formats cents as decimal text in major units, with two decimals. */
export function textOfCents(cents: Cents): string {
  const digits = String(cents).padStart(3, '0');
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** Money in hundredths of the deployment's currency: an integer, so that sums are exact. */
export type Cents = number;

/** Converts plain decimal text to cents, as `12`, `12.5` or `12.50`; undefined for anything else, and beyond what adds up exactly. */
export function centsOfText(text: string): Cents | undefined {
  const [, whole, fraction = ''] = /^(0|[1-9]\d{0,11})(?:\.(\d{1,2}))?$/.exec(text) ?? [];
  return whole === undefined ? undefined : Number(whole) * 100 + Number(fraction.padEnd(2, '0'));
}

/**
 * Converts a number in major units to cents: the nearest double of a number with two decimals is that number, as most readers of JSON
 * take it (RFC 8259 §6). Undefined for any other, for one that is negative, and beyond what adds up exactly.
 */
export function centsOfNumber(value: number): Cents | undefined {
  return value >= 0 && value < 1e12 && !hasPartsOfCents(value) ? Math.round(value * 100) : undefined;
}

/** Tells whether a number in major units has more than two decimals, whatever its size. */
export function hasPartsOfCents(value: number): boolean {
  return Number.isFinite(value) && !Number.isInteger(value) && Math.round(value * 100) / 100 !== value;
}

/**
 * Returns the number in major units, written with at most two decimals: a division makes the nearest double, as reading the
 * decimal would, so it reads back as the same cents.
 */
export function numberOfCents(cents: Cents): number {
  return cents / 100;
}

/** Writes cents as decimal text in major units, with two decimals. */
export function textOfCents(cents: Cents): string {
  const digits = String(cents).padStart(3, '0');
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

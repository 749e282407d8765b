import type { Cents } from './cents.ts';

const jsonNumber = /^(-?)(0|[1-9]\d*)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/;

/** More digits than any amount has: beyond it sums in cents would no longer be exact. */
const mostDigits = 14;

/**
 * Converts a number in major units, as it is written in JSON, to cents: by its decimal digits, not by the double that JSON.parse makes
 * of them. Undefined when it has more than two decimals by value, is negative, or is beyond any amount.
 */
export function centsOfSource(source: string): Cents | undefined {
  const { isNegative, significant, scale } = readDigits(source);
  if (significant === '') return 0;
  if (isNegative || significant === undefined || scale < 0 || significant.length + scale > mostDigits) return undefined;
  return Number(significant) * 10 ** scale;
}

/** Tells whether a number in major units, as it is written in JSON, has more than two decimals by value, whatever its size. */
export function hasPartsOfCents(source: string): boolean {
  const { significant, scale } = readDigits(source);
  return significant !== '' && scale < 0;
}

/** Reads a number as ±`significant` × 10^`scale` cents; `significant` is empty for zero, and undefined when the text is not a number. */
function readDigits(source: string): { isNegative: boolean; significant: string | undefined; scale: number } {
  const [, sign, whole, fraction = '', exponent = '0'] = jsonNumber.exec(source) ?? [];
  if (whole === undefined) return { isNegative: false, significant: undefined, scale: 0 };
  const digits = whole + fraction;
  // Anchored: /0+$/ would read a run of zeros again from each of its zeros.
  const [untilLast = ''] = /^\d*[1-9]/.exec(digits) ?? [];
  // An exponent with many digits becomes infinite, which the bounds refuse.
  const scale = Number(exponent) - fraction.length + (digits.length - untilLast.length) + 2;
  return { isNegative: sign === '-', significant: untilLast.replace(/^0+/, ''), scale };
}

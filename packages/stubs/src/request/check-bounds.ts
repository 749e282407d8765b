import type { ErrorObject } from 'ajv';
import type { BoundedNumber } from '../contract/closed-properties.ts';
import { escapeStep } from './json-pointer.ts';

/**
 * Finds numbers that are beyond a bound by less than a double can tell: a validator sees the double, which is the bound itself.
 * @param sourceOf returns the digits of a number as they were sent
 */
export function findCrossedBounds(
  numbers: readonly BoundedNumber[],
  body: Readonly<Record<string, unknown>>,
  sourceOf: (pointer: string) => string | undefined,
): ErrorObject[] {
  return numbers.flatMap(({ name, minimum, maximum }) => {
    const value = body[name];
    if (value === undefined || (value !== minimum && value !== maximum)) return [];
    const source = sourceOf(`/${escapeStep(name)}`) ?? '';
    const side = compareDecimals(source, String(value));
    const error = (keyword: string, comparison: string) => ({
      ...{ instancePath: `/requestBody/${name}`, schemaPath: '', keyword, params: { comparison, limit: value } },
    });
    if (value === minimum && side < 0) return [error('minimum', '>=')];
    return value === maximum && side > 0 ? [error('maximum', '<=')] : [];
  });
}

/** Compares two numbers as JSON writes them, digit by digit. Below 0 when the first is less. */
export function compareDecimals(a: string, b: string): number {
  const [left, right] = [readDecimal(a), readDecimal(b)];
  if (left.sign !== right.sign) return left.sign - right.sign;
  if (left.sign === 0) return 0;
  const larger =
    left.power === right.power
      ? left.digits < right.digits
        ? -1
        : Number(left.digits > right.digits)
      : left.power - right.power;
  return left.sign * larger;
}

/** Reads a number as ±0.digits × 10^power, without zeros at either end of its digits. */
function readDecimal(text: string): { sign: number; digits: string; power: number } {
  const [, minus, whole = '', fraction = '', exponent = '0'] = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(text) ?? [];
  const all = whole + fraction;
  let [start, end] = [0, all.length];
  while (all[start] === '0') start += 1;
  while (end > start && all[end - 1] === '0') end -= 1;
  const sign = start === end ? 0 : minus ? -1 : 1;
  return { sign, digits: all.slice(start, end), power: whole.length - start + Number(exponent) };
}

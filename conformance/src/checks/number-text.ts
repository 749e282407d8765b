/** Returns the digits of a number as written in a JSON text; undefined where the name of the field is written with escapes. */
export const numberText = (json: string, field: string): string | undefined =>
  new RegExp(`${JSON.stringify(field).replace(/\W/g, '\\$&')}\\s*:\\s*(-?\\d[\\d.eE+-]*)`).exec(json)?.[1];

/** Returns the significant digits of a number, without leading and trailing zeros. */
export const significant = (text: string): string =>
  withoutLastZeros((text.split(/e/i, 1)[0] ?? '').replace(/[-.]/g, '').replace(/^0+/, ''));

/** Returns digits without trailing zeros. Uses a loop, because /0+$/ would read a run of zeros again from each zero in it. */
export function withoutLastZeros(digits: string): string {
  let end = digits.length;
  while (digits[end - 1] === '0') end -= 1;
  return digits.slice(0, end);
}

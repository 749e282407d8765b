/** Finds the digits of a number as they are written in a JSON text; undefined where its name is written with escapes. */
export const numberText = (json: string, field: string): string | undefined =>
  new RegExp(`${JSON.stringify(field).replace(/\W/g, '\\$&')}\\s*:\\s*(-?\\d[\\d.eE+-]*)`).exec(json)?.[1];

/** Returns the significant digits of a number, without the zeros around them. */
export const significant = (text: string): string =>
  withoutLastZeros((text.split(/e/i, 1)[0] ?? '').replace(/[-.]/g, '').replace(/^0+/, ''));

/** Returns digits without the zeros at their end; by a loop, as /0+$/ would read a run of zeros again from each of its zeros. */
export function withoutLastZeros(digits: string): string {
  let end = digits.length;
  while (digits[end - 1] === '0') end -= 1;
  return digits.slice(0, end);
}

/** Finds the digits of a number as they are written in a JSON text; undefined where its name is written with escapes. */
export const numberText = (json: string, field: string): string | undefined =>
  new RegExp(`${JSON.stringify(field).replace(/\W/g, '\\$&')}\\s*:\\s*(-?\\d[\\d.eE+-]*)`).exec(json)?.[1];

/** Returns the significant digits of a number, without the zeros around them. */
export const significant = (text: string): string =>
  text
    .replace(/e.*$/i, '')
    .replace(/[-.]/g, '')
    .replace(/^0+|0+$/g, '');

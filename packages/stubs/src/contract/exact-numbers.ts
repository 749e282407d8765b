/** Removes the error that binary floating point adds to a sum of decimals. */
export const exact = (sum: number): number => Number(sum.toFixed(6));

/** Rounds a number with at most six decimals to `decimals` decimals. `half-even` rounds a half to the even digit. */
export function round(value: number, decimals: number, how: string): number {
  const scaled = exact(value * 10 ** decimals);
  const whole = Math.floor(scaled);
  const rest = exact(scaled - whole);
  const isOver = how === 'half-even' && whole % 2 === 0 ? rest > 0.5 : rest >= 0.5;
  const isUp = how === 'up' ? rest > 0 : how !== 'down' && isOver;
  return exact((whole + Number(isUp)) / 10 ** decimals);
}

/** Returns whether a number has at most `most` decimals, so that rounding to that many does not change it. */
export function hasDecimals(value: unknown, most: number): boolean {
  const power = 10 ** most;
  return (typeof value === 'number' && Math.round(value * power) / power === value) || countDecimals(value) <= most;
}

function countDecimals(value: unknown): number {
  const [digits = '', power = '0'] = String(value).split('e');
  return Math.max(0, (digits.split('.')[1]?.length ?? 0) - Number(power));
}

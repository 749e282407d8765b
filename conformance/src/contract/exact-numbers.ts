/** A way of rounding. `half-up` and `half-even` round to the nearest value, and differ in how they round a half. */
export type Rounding = 'down' | 'up' | 'half-up' | 'half-even';

/** Removes the floating-point error from a sum of decimals. */
export const exact = (sum: number): number => Number(sum.toFixed(6));

/** Rounds a number with at most six decimals as one would on paper, that is, without errors of floating-point arithmetic. */
export function round(value: number, decimals: number, how: Rounding): number {
  const scaled = exact(value * 10 ** decimals);
  const whole = Math.floor(scaled);
  const rest = exact(scaled - whole);
  const isUp = {
    down: false,
    up: rest > 0,
    'half-up': rest >= 0.5,
    'half-even': rest > 0.5 || (rest === 0.5 && whole % 2 !== 0),
  };
  return Number(((whole + Number(isUp[how])) / 10 ** decimals).toFixed(decimals));
}

/** Counts the decimals of a number, as JavaScript would print it. */
export function decimalsOf(value: unknown): number {
  const [digits = '', power = '0'] = String(value).split('e');
  return Math.max(0, (digits.split('.')[1]?.length ?? 0) - Number(power));
}

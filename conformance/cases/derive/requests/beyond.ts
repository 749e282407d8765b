/**
 * Returns a number above a bound: the next by its step, or by what doubles tell apart. One more than 9223372036854775807 is the
 * same number in binary, and would be no value above the bound.
 */
export function above(bound: number, step: number): number {
  const next = Math.round((bound + step) * 100) / 100;
  return next > bound ? next : bound + Math.max(step, Math.abs(bound) * Number.EPSILON);
}

/** Returns a number below a bound in the same way. */
export function below(bound: number, step: number): number {
  return 0 - above(0 - bound, step);
}

/** Tells a whole number that doubles do not hold exactly: the contract was read as a neighbour of it, and so would it be sent. */
export const isBlurred = (bound: number): boolean => Number.isInteger(bound) && !Number.isSafeInteger(bound);

/**
 * Returns a number above a bound: the next multiple of its step, or else the next double. 9223372036854775807 + 1, for example,
 * is the same double as the bound, so it would not lie above it.
 */
export function above(bound: number, step: number): number {
  const next = Math.round((bound + step) * 100) / 100;
  return next > bound ? next : bound + Math.max(step, Math.abs(bound) * Number.EPSILON);
}

/** Returns a number below a bound, chosen like the one in `above`. */
export function below(bound: number, step: number): number {
  return 0 - above(0 - bound, step);
}

/**
 * Checks whether a bound is an integer that no double holds exactly: reading the contract already rounded it, and
 * sending it would too.
 */
export const isBlurred = (bound: number): boolean => Number.isInteger(bound) && !Number.isSafeInteger(bound);

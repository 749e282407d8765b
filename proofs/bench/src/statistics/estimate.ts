/** A median, and the interval that contains the true median in 19 of 20 runs. */
export interface Estimate {
  median: number;
  low: number;
  high: number;
}

/** Number of bootstrap repetitions; more would change the interval by less than its last printed digit. */
const repetitions = 1_000;

/**
 * Estimates the median of values that were measured in rounds. The interval comes from a bootstrap over the rounds and,
 * within them, over the values. The values of a round resemble each other because they come from the same processes, so
 * a bootstrap over values alone would give too narrow an interval. The same values always give the same interval.
 */
export function estimate(rounds: readonly (readonly number[])[]): Estimate {
  const filled = rounds.filter(({ length }) => length > 0);
  const random = createRandom();
  const draw = <T>(from: readonly T[]): T[] => from.map(() => from[Math.floor(random() * from.length)] as T);
  const medians = Array.from({ length: filled.length > 0 ? repetitions : 0 }, () => median(draw(filled).flatMap(draw)));
  const sorted = medians.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.round(share * (sorted.length - 1))] ?? Number.NaN;
  return { median: median(filled.flat()), low: at(0.025), high: at(0.975) };
}

/** Makes a small pseudo-random generator of numbers in [0, 1) with a fixed seed (mulberry32). */
function createRandom(): () => number {
  let state = 1;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Returns the middle value, or the mean of the two middle values if the list has an even length. An empty list gives NaN. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1
    ? (sorted[middle] ?? Number.NaN)
    : ((sorted[middle - 1] ?? Number.NaN) + (sorted[middle] ?? Number.NaN)) / 2;
}

import { expect, test } from 'vitest';
import { estimate } from './estimate.ts';

test('the median of all values comes with an interval around it', () => {
  const { median, low, high } = estimate([
    [1.01, 0.99, 1, 5, 0.98, 1.02],
    [1.02, 0.98, 1, 1, 0.99, 1.01],
    [1.02, 0.98, 1, 1, 0.99, 1.01],
  ]);
  expect(median).toBe(1);
  expect(low).toBeGreaterThanOrEqual(0.98);
  expect(low).toBeLessThan(1);
  // A single disturbed slice must change the interval only slightly.
  expect(high).toBeLessThan(1.05);
});

test('rounds that disagree widen the interval, even if the values within each round agree', () => {
  const alike = (value: number) => Array.from({ length: 50 }, () => value);
  expect(estimate([alike(0.9), alike(1.1)])).toMatchObject({ low: 0.9, high: 1.1 });
  expect(estimate([alike(1), alike(1)])).toEqual({ median: 1, low: 1, high: 1 });
});

test('the same values give the same interval, and a round without values is ignored', () => {
  const values = [
    [1, 2, 3, 4, 7],
    [2, 2, 9],
  ];
  expect(estimate(values)).toEqual(estimate([...values, []]));
});

test('without values the estimate is NaN', () => {
  expect(estimate([[]])).toEqual({ median: Number.NaN, low: Number.NaN, high: Number.NaN });
});

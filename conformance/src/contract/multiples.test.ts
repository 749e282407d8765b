import { expect, test } from 'vitest';
import { isMultiple, multipleNear } from './multiples.ts';
import { largeMultiple, nearMultiples } from './step-of.ts';

test.each([
  [0.15, 0.05, true],
  [19.99, 0.01, true],
  [1e21, 0.01, true],
  [999_999_999_999.99, 0.01, true],
  [-0.07, 0.01, true],
  [0, 0.01, true],
  [1e308, 5e-324, true],
  [12.345, 0.01, false],
  [12.340_01, 0.01, false],
  [5e-324, 0.01, false],
  [Number.POSITIVE_INFINITY, 0.01, false],
  [10.000_000_000_000_002, 0.01, false],
  [7, 2, false],
])('whether %d is a multiple of %d is judged by its decimals: %s', (value, step, is) => {
  expect(isMultiple(value, step)).toBe(is);
});

test.each([
  [12.345, 0.01, 0, 12.34],
  [12.345, 0.01, 1, 12.35],
  [-12.345, 0.01, 0, -12.35],
  [0, 0.07, 57, 3.99],
  [999_999_999_999.99, 0.01, -1, 999_999_999_999.98],
])('the multiple near %d by %d, %d further, is %d', (value, step, above, found) => {
  expect(multipleNear(value, step, above)).toBe(found);
});

test('near multiples break no other keyword, and large multiples break none', () => {
  const price = { type: 'number', exclusiveMinimum: 0, maximum: 500, multipleOf: 0.01 };
  expect(nearMultiples(price, 12.34)).toEqual([
    ['not-multipleOf', 12.345],
    ['nearly-a-multiple', 12.340_01],
    ['next-to-zero', 1e-11],
  ]);
  expect(nearMultiples({ type: 'integer', minimum: 5, multipleOf: 5 }, 5)).toEqual([['not-multipleOf', 6]]);
  const large = [{ multipleOf: 0.01 }, { maximum: 10, multipleOf: 3 }, { type: 'integer', multipleOf: 5 }, price];
  expect(large.map(largeMultiple)).toEqual([1e6, 9, 1e6, 500]);
});

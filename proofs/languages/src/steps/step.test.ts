import { expect, test } from 'vitest';
import { isSameAmount } from './step.ts';

test.each([
  ['12.5', '12.50'],
  ['1.3107213E5', '131072.13'],
  ['999999.99', '99999999e-2'],
  ['7', '7.0'],
])('%s is %s', (one, other) => {
  expect(isSameAmount(one, other)).toBe(true);
});

test.each([
  ['131072.12', '131072.13'],
  // Two strings that stand for different decimals but the same double.
  ['0.30000000000000001', '0.3'],
  ['null', '0'],
  ['', ''],
])('%s is not %s', (one, other) => {
  expect(isSameAmount(one, other)).toBe(false);
});

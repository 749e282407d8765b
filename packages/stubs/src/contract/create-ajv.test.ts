import { expect, test } from 'vitest';
import { createAjv } from './create-ajv.ts';

test('a multiple is one by its decimals, whatever the quotient is in binary', () => {
  const isMultiple = createAjv().compile({ type: 'number', multipleOf: 0.05 });
  expect([0.15, 0.3, 1.15, 99_999.95].map((value) => isMultiple(value))).toEqual([true, true, true, true]);
  expect([0.151, 0.01, 99_999.96].map((value) => isMultiple(value))).toEqual([false, false, false]);
});

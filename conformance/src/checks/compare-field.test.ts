import { expect, test } from 'vitest';
import { numberText } from './compare-field.ts';

test.each([
  ['amount', '{"amount": 12.50}', '12.50'],
  ['fee (net', '{"fee (net":1.10}', '1.10'],
  ['a.b', '{"axb":2,"a.b":3.0}', '3.0'],
  ['a"b', '{"a\\"b":4e1}', '4e1'],
  ['amount', '{"amount":"12.50"}', undefined],
])('%s in %s is written %s', (field, json, digits) => {
  expect(numberText(json, field)).toBe(digits);
});

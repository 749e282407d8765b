import fc from 'fast-check';
import { expect, test } from 'vitest';
import { centsOfNumber, centsOfText, numberOfCents, textOfCents } from './cents.ts';

test('every amount of the contract survives the way to cents and back', () => {
  let wrong = 0;
  for (let cents = 1; cents <= 1_000_000; cents++) if (centsOfNumber(cents / 100) !== cents) wrong++;
  expect(wrong).toBe(0);
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 99_999_999 }), (cents) => {
      expect(centsOfNumber(JSON.parse(JSON.stringify(numberOfCents(cents))))).toBe(cents);
      expect(centsOfText(textOfCents(cents))).toBe(cents);
    }),
  );
});

test('a third decimal is refused', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 999_999_999 }), (mills) => {
      fc.pre(mills % 10 !== 0);
      expect(centsOfNumber(mills / 1000)).toBeUndefined();
    }),
  );
});

test.each([1.005, 0.001, 1e-7, 1e21, Number.NaN, Number.POSITIVE_INFINITY, -1])('%d is no amount', (amount) => {
  expect(centsOfNumber(amount)).toBeUndefined();
});

test.each(['', '1.', '.5', '01', '+1', '1e1', ' 1', '1.000', '１', '1,5', '1234567890123'])('%o is no amount', (text) => {
  expect(centsOfText(text)).toBeUndefined();
});

test('decimals are counted by value', () => {
  expect([1.5e1, 15.0, 0.07, 0.1 + 0.7].map(centsOfNumber)).toEqual([1500, 1500, 7, undefined]);
});

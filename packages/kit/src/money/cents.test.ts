import fc from 'fast-check';
import { expect, test } from 'vitest';
import { centsOfText, numberOfCents, textOfCents } from './cents.ts';
import { centsOfSource } from './read-amount.ts';

test('every amount of the contract survives the way to cents and back', () => {
  let wrong = 0;
  for (let cents = 1; cents <= 1_000_000; cents++) if (centsOfSource(JSON.stringify(numberOfCents(cents))) !== cents) wrong++;
  expect(wrong).toBe(0);
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 99_999_999 }), (cents) => {
      expect(centsOfSource(JSON.stringify(numberOfCents(cents)))).toBe(cents);
      expect(centsOfText(textOfCents(cents))).toBe(cents);
    }),
  );
});

test('a third decimal is refused', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 999_999_999 }), (mills) => {
      fc.pre(mills % 10 !== 0);
      expect(centsOfSource(JSON.stringify(mills / 1000))).toBeUndefined();
    }),
  );
});

test.each(['', '1.', '.5', '01', '+1', '1e1', ' 1', '1.000', '１', '1,5', '1234567890123'])('%o is no amount', (text) => {
  expect(centsOfText(text)).toBeUndefined();
});

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { centsOfNumber, centsOfText, numberOfCents, textOfCents } from './cents.ts';

test('every amount that the contract allows is the same after a conversion to cents and back', () => {
  let wrong = 0;
  for (let cents = 1; cents <= 1_000_000; cents++) if (centsOfNumber(numberOfCents(cents)) !== cents) wrong++;
  expect(wrong).toBe(0);
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 99_999_999 }), (cents) => {
      expect(centsOfNumber(numberOfCents(cents))).toBe(cents);
      expect(centsOfText(textOfCents(cents))).toBe(cents);
    }),
  );
});

test('an amount is the same whether its double is written with 17 digits, rounded or cut off', () => {
  const amounts = fc.integer({ min: 1, max: 99_999_999 });
  fc.assert(
    fc.property(amounts, fc.constantFrom('toPrecision', 'toExponential'), (cents, write) => {
      const text = numberOfCents(cents)[write](write === 'toPrecision' ? 17 : 16);
      expect(centsOfNumber(JSON.parse(text))).toBe(cents);
    }),
  );
});

test.each([-1, -0.01, 1e12, 1e300, Number.POSITIVE_INFINITY, Number.NaN, 0.30000000000000004, 10.000000000000002])(
  'the number %d is not an amount',
  (value) => expect(centsOfNumber(value)).toBeUndefined(),
);

test('a third decimal is refused', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 999_999_999 }), (mills) => {
      fc.pre(mills % 10 !== 0);
      expect(centsOfNumber(mills / 1000)).toBeUndefined();
    }),
  );
});

test.each(['', '1.', '.5', '01', '+1', '1e1', ' 1', '1.000', '１', '1,5', '1234567890123'])('%o is not an amount', (text) => {
  expect(centsOfText(text)).toBeUndefined();
});

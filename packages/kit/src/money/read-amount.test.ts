import fc from 'fast-check';
import { expect, test } from 'vitest';
import { centsOfSource } from './read-amount.ts';

test.each([
  ['15.00', 1500],
  ['1.5e1', 1500],
  ['150E-1', 1500],
  ['0.15e+2', 1500],
  ['1500000000000000000000e-20', 1500],
  ['15.000000000000000000000000', 1500],
  ['0.07', 7],
  ['0', 0],
  ['-0', 0],
  ['0e999999999999999999999', 0],
  ['999999.99', 99_999_999],
])('%s is %d cents', (source, cents) => {
  expect(centsOfSource(source)).toBe(cents);
});

test.each([
  '1.005',
  '10.000000000000000001',
  '1e-400',
  '999999.9900000000000001',
  '0.0100000000000000000001',
  '1e-3',
  '-1',
  '1e400',
  '1e99999999999999999999999',
  '1e-99999999999999999999999',
  '1000000000000.01',
  '',
  '01',
  '1.',
  '.5',
  '+1',
  '1e',
  'NaN',
  '0x10',
  '1_0',
  ' 1',
])('%s is no amount', (source) => {
  expect(centsOfSource(source)).toBeUndefined();
});

test('however an amount is spelt, it is the same cents', () => {
  const spellings = fc.record({
    cents: fc.integer({ min: 0, max: 99_999_999 }),
    shift: fc.integer({ min: -30, max: 30 }),
    zeros: fc.nat(30),
  });
  fc.assert(
    fc.property(spellings, ({ cents, shift, zeros }) => {
      const moved = BigInt(cents) * 10n ** 30n;
      const places = 32 + shift;
      const text = moved.toString().padStart(places + 1, '0');
      const spelt = `${text.slice(0, text.length - places)}.${text.slice(text.length - places)}${'0'.repeat(zeros)}e${shift}`;
      expect(centsOfSource(spelt)).toBe(cents);
    }),
  );
});

test('a digit below the cents is refused, however small', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 99_999_999 }), fc.nat(60), fc.integer({ min: 1, max: 9 }), (cents, zeros, digit) => {
      const fraction = String(cents % 100).padStart(2, '0');
      expect(centsOfSource(`${Math.floor(cents / 100)}.${fraction}${'0'.repeat(zeros)}${digit}`)).toBeUndefined();
    }),
  );
});

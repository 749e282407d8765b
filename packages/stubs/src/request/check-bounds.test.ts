import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compareDecimals, findCrossedBounds } from './check-bounds.ts';

test('numbers compare by their exact values, however they are written', () => {
  const number = fc.record({
    cents: fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n }),
    shift: fc.integer({ min: 0, max: 30 }),
    zeros: fc.nat(5),
  });
  const write = ({ cents, shift, zeros }: { cents: bigint; shift: number; zeros: number }) =>
    `${cents}.${'0'.repeat(zeros + 1)}e-${shift}`;
  fc.assert(
    fc.property(number, number, (a, b) => {
      const [left, right] = [a.cents * 10n ** BigInt(30 - a.shift), b.cents * 10n ** BigInt(30 - b.shift)];
      expect(Math.sign(compareDecimals(write(a), write(b)))).toBe(left < right ? -1 : left > right ? 1 : 0);
    }),
  );
});

test.each<[string, string[]]>([
  ['0.0099999999999999999999999', ['minimum']],
  ['9.999999999999999999999999e-3', ['minimum']],
  ['0.01', []],
  ['1.0e-2', []],
  ['0.0100000000000000000001', []],
  ['999999.99000000000000001', ['maximum']],
  ['99999999.0000000000000001e-2', ['maximum']],
  ['999999.99', []],
  ['999999.9900', []],
  ['999999.98999999999999999', []],
  ['5', []],
])('%s crosses %j', (source, keywords) => {
  const numbers = [{ name: 'amount', minimum: 0.01, maximum: 999_999.99 }];
  const errors = findCrossedBounds(numbers, { amount: Number(source) }, () => source);
  expect(errors.map(({ keyword }) => keyword)).toEqual(keywords);
});

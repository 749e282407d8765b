import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isoTime } from './describe-invoice.ts';

test('a time is formatted as Date formats it', () => {
  // The latest time that a Date can hold.
  const furthest = 8.64e15;
  fc.assert(
    fc.property(fc.integer({ min: -furthest, max: furthest }), (time) => {
      expect(isoTime(time)).toBe(new Date(time).toISOString());
    }),
  );
  expect.hasAssertions();
});

test.each([-86_400_001, -1, 0, 86_399_999, 86_400_000, 951_782_400_000])('%i is formatted as Date formats it', (time) => {
  expect(isoTime(time)).toBe(new Date(time).toISOString());
});

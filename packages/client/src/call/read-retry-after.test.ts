import { expect, test } from 'vitest';
import { readRetryAfter } from './read-retry-after.ts';

const now = Date.parse('2026-11-21T10:00:00Z');

test.each([
  ['5', 5],
  ['0', 0],
  ['Sat, 21 Nov 2026 10:00:30 GMT', 30],
  ['Sat, 21 Nov 2026 09:00:00 GMT', 0],
  ['soon', undefined],
  ['', undefined],
  // Platforms read these as dates of long ago.
  ['5, 5', undefined],
  ['1.5', undefined],
  ['-5', undefined],
  ['2026-11-21', undefined],
  ['5 GMT', undefined],
  ['Sunday, 22-Nov-26 10:00:00 GMT', 86_400],
])('reads "%s" as %s', (value, seconds) => {
  expect(readRetryAfter(new Headers({ 'retry-after': value }), now)).toBe(seconds);
});

test("counts a date from the response's own", () => {
  const headers = new Headers({ date: 'Sat, 21 Nov 2026 08:00:00 GMT', 'retry-after': 'Sat, 21 Nov 2026 08:00:07 GMT' });
  expect(readRetryAfter(headers, now)).toBe(7);
});

test('is undefined without the header', () => {
  expect(readRetryAfter(new Headers(), now)).toBeUndefined();
  expect(readRetryAfter(undefined, now)).toBeUndefined();
});

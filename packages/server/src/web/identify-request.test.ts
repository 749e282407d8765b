import { expect, test } from 'vitest';
import { pageTarget } from './identify-request.ts';

test.each([
  ['/pay/a?after=late', '/pay/a?after=late'],
  ['http://other.test/pay/a?b=c', '/pay/a?b=c'],
  ['/pay/a#b', '/pay/a'],
  ['*', undefined],
])('%s is read as %s', (sent, read) => {
  expect(pageTarget(sent)).toBe(read);
});

test('a target is read only up to the length of our longest page', () => {
  expect(pageTarget(`/pay/a?${'a=b&'.repeat(3_000)}`)).toBe(`/pay/a?${'a=b&'.repeat(64).slice(0, -1)}`);
  expect(pageTarget(`/${'a'.repeat(10_000)}`)).toHaveLength(2_048);
});

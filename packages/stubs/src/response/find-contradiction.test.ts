import { expect, test } from 'vitest';
import { findContradictions } from './find-contradiction.ts';

function find(sent: unknown, shown: unknown): string[] {
  const request = { body: { returnUrl: sent }, path: {}, query: {} };
  return findContradictions('createPayment', request, { returnUrl: shown, isWhiteLabel: false });
}

test.each([
  ['a map that was stored and read again', { order: '1', shop: '2' }, { shop: '2', order: '1' }],
  ['an empty one', {}, {}],
  ['a list of maps', [{ name: 'Tea' }, 2], [{ name: 'Tea' }, 2]],
  ['a text', 'a', 'a'],
])('%s repeats the request', (_, sent, shown) => expect(find(sent, shown)).toEqual([]));

test.each([
  ['a map without a name', { order: '1', shop: '2' }, { order: '1' }],
  ['one with another value', { order: '1' }, { order: '2' }],
  ['one with another name', { order: '1' }, { shop: '1' }],
  ['a list in another order', [1, 2], [2, 1]],
  ['a list for a map', {}, []],
  ['null for a map', {}, null],
])('%s does not', (_, sent, shown) => {
  expect(find(sent, shown)).toEqual(['body/returnUrl must repeat returnUrl of the request']);
});

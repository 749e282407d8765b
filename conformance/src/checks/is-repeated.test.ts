import { expect, test } from 'vitest';
import { isRepeated } from './is-repeated.ts';

const price = { properties: { currency: { type: 'string' }, pin: { type: 'string', writeOnly: true } } };

test.each([
  ['an object with a default', { amount: 1, currency: 'EUR' }, { amount: 1 }, {}, true],
  ['an object without a field that is never shown', { amount: 1 }, { amount: 1, pin: '1234' }, price, true],
  ['an object without another field', { amount: 1 }, { amount: 1, currency: 'EUR' }, price, false],
  ['entries of a set in another order', ['b', 'a'], ['a', 'b'], { items: {}, uniqueItems: true }, true],
  ['entries of a list in another order', ['b', 'a'], ['a', 'b'], { items: {} }, false],
  ['a list with an entry more', ['a', 'b'], ['a'], { items: {}, uniqueItems: true }, false],
  ['a time in another zone', '2030-01-01T12:00:00+01:00', '2030-01-01T11:00:00Z', { type: 'string', format: 'date-time' }, true],
  ['another time', '2030-01-01T12:00:00Z', '2030-01-01T11:00:00Z', { type: 'string', format: 'date-time' }, false],
  ['a decimal with zeros', '1.50', '1.5', { type: 'string', format: 'decimal' }, true],
  ['a text with zeros', '1.50', '1.5', { type: 'string' }, false],
  ['null that is left out', undefined, null, {}, true],
  ['a text that is left out', undefined, '', {}, false],
  ['one of several kinds', ['b', 'a'], ['a', 'b'], { anyOf: [{ type: 'null' }, { items: {}, uniqueItems: true }] }, true],
])('%s', (_what, shown, sent, schema, expected) => expect(isRepeated(shown, sent, schema)).toBe(expected));

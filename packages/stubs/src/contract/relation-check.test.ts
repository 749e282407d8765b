/** Tests relations between the fields of a body, and between fields of the objects and lists inside it. */
import { expect, test } from 'vitest';
import { type RelatedSchema, relationCheck } from './relation-check.ts';

const relation = (is: string, field: string) => ({ 'x-relations': [{ is, field, requirement: 'a-rule' }] });
const line = { properties: { price: relation('at-most', '/total'), off: relation('at-most', 'price') } };
const body: RelatedSchema = {
  properties: {
    total: { 'x-relations': [{ is: 'sum', fields: ['cart/lines/price'], requirement: 'a-sum' }] },
    cart: { anyOf: [{ properties: { lines: { items: line }, least: relation('below', 'limit/most') } }, {}] },
  },
};
const placed = (value: object): string[] => relationCheck(body)(value as never).map(({ pointer, rule }) => `${pointer} ${rule}`);

test('a correct body has no breach, and neither has a body without the object', () => {
  expect(placed({ total: 3, cart: { lines: [{ price: 1, off: 1 }, { price: 2 }], least: 1, limit: { most: 2 } } })).toEqual([]);
  expect(placed({ total: 3, cart: null })).toEqual([]);
});

test('each breach has its pointer', () => {
  const lines = [{ price: 1 }, { price: 3, off: 4 }];
  expect(placed({ total: 2, cart: { lines, least: 2, limit: { most: 2 } } })).toEqual([
    '/total must be the sum of cart/lines/price',
    '/cart/least must be below limit/most',
    '/cart/lines/1/price must be at most /total',
    '/cart/lines/1/off must be at most price',
  ]);
});

test('a field is compared with a part of another one, and with that of the entry before', () => {
  const due = { 'x-relations': [{ is: 'above', field: 'due', previous: true, requirement: 'a-rule' }] };
  const tip = { 'x-relations': [{ is: 'at-most', field: 'total', times: 0.2, requirement: 'a-rule' }] };
  const find = relationCheck({ properties: { tip, parts: { items: { properties: { due } } } } });
  const days = (...all: string[]) => all.map((day) => ({ due: `2027-01-${day}` }));
  expect(find({ total: 0.6, tip: 0.12, parts: days('01', '02', '03') })).toEqual([]);
  const found = find({ total: 12.34, tip: 2.47, parts: days('02', '01', '01') });
  expect(found.map(({ pointer, rule }) => `${pointer} ${rule}`)).toEqual([
    '/tip must be at most 0.2 times total',
    '/parts/1/due must be above due of the entry before it',
    '/parts/2/due must be above due of the entry before it',
  ]);
});

test('an object that holds itself is judged once', () => {
  const self: { properties: Record<string, object> } = { properties: { count: relation('at-most', 'most') } };
  self.properties.inner = self;
  expect(relationCheck(self as RelatedSchema)({ count: 2, most: 1, inner: { count: 3, most: 1 } })).toHaveLength(1);
});

test('a field of each entry differs from those of the entries before', () => {
  const sku = { 'x-relations': [{ is: 'distinct', requirement: 'a-rule' }] };
  const find = relationCheck({ properties: { lines: { items: { properties: { sku } } } } });
  const named = (...all: unknown[]): string[] => find({ lines: all.map((sku) => ({ sku })) }).map(({ pointer }) => pointer);
  expect(named('a', 'b', 'A', null, null)).toEqual([]);
  expect(named('a', 'b', 'a', 'b')).toEqual(['/lines/2/sku', '/lines/3/sku']);
});

test('a fixed part is added before a product is rounded, as its unit says', () => {
  const fee = {
    ...{ is: 'equal', field: 'amount', times: 0.029, added: { USD: 0.3, JPY: 30 }, unit: 'currency' },
    ...{ rounded: 'half-up', decimals: { USD: 2, JPY: 0 }, requirement: 'a-fee' },
  };
  const find = relationCheck({ properties: { fee: { 'x-relations': [fee] } } });
  expect(find({ amount: 12.5, currency: 'USD', fee: 0.66 })).toEqual([]);
  expect(find({ amount: 1250, currency: 'JPY', fee: 66 })).toEqual([]);
  expect(find({ amount: 12.5, currency: 'EUR', fee: 9 })).toEqual([]);
  expect(find({ amount: 1250, currency: 'JPY', fee: 66.25 })).toHaveLength(1);
  const rule = expect.stringContaining('0.029 times amount plus {"USD":0.3,"JPY":30}, rounded half-up');
  expect(find({ amount: 12.5, currency: 'USD', fee: 0.36 })).toMatchObject([{ rule }]);
});

test.each([
  ['down', 0.36, 0.38],
  ['up', 0.37, 0.39],
  ['half-up', 0.37, 0.39],
  ['half-even', 0.36, 0.38],
])('a product is rounded %s', (rounded, low, high) => {
  const fee = { 'x-relations': [{ is: 'equal', field: 'amount', times: 0.01, rounded, decimals: 2, requirement: 'a-rule' }] };
  const find = relationCheck({ properties: { fee } });
  expect(find({ amount: 36.5, fee: low })).toEqual([]);
  expect(find({ amount: rounded === 'half-even' ? 37.5 : 38.5, fee: high })).toEqual([]);
  expect(find({ amount: 36.5, fee: 0.365 })).toMatchObject([{ rule: expect.stringContaining(`rounded ${rounded} to 2`) }]);
});

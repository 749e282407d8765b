/** Tests that relations compare values, and that repaired bodies satisfy all relations. */
import { expect, test } from 'vitest';
import type { Schema } from './contract.ts';
import { mendBody } from './mend-body.ts';
import { breachOf, type Relation, relationsOf } from './relations.ts';

const relation = (about: Omit<Relation, 'requirement' | 'property'>): Relation => ({
  ...about,
  property: 'value',
  requirement: 'a-rule',
});

const kept: [Omit<Relation, 'requirement' | 'property'>, right: object[], wrong: object[]][] = [
  [
    { is: 'at-most', field: 'total' },
    [{ value: 5, total: 5 }, { value: null, total: 5 }, { value: 9 }],
    [{ value: 5.01, total: 5 }],
  ],
  [{ is: 'below', field: 'total' }, [{ value: 4, total: 5 }], [{ value: 5, total: 5 }]],
  [{ is: 'at-least', field: 'total' }, [{ value: 5, total: 5 }], [{ value: 4.99, total: 5 }]],
  [{ is: 'equal', field: 'other' }, [{ value: 'a', other: 'a' }], [{ value: 'A', other: 'a' }]],
  [
    { is: 'at-most', field: 'paid', less: 'back' },
    [{ value: 0.1, paid: 0.3, back: 0.2 }],
    [{ value: 0.2, paid: 0.3, back: 0.2 }],
  ],
  [
    { is: 'equal', field: 'from', plus: 'seconds' },
    [
      { value: '2026-01-01T00:01:00.000Z', from: '2026-01-01T00:00:00Z', seconds: 60 },
      { value: '2026-01-01T00:01:00Z', from: '2026-01-01T00:00:00Z', seconds: null },
    ],
    [{ value: '2026-01-01T00:01:01Z', from: '2026-01-01T00:00:00Z', seconds: 60 }],
  ],
  [{ is: 'equal', field: 'net', plus: 'tip' }, [{ value: 0.3, net: 0.1, tip: 0.2 }], [{ value: 0.31, net: 0.1, tip: 0.2 }]],
  [{ is: 'at-least', field: 'day' }, [{ value: '2024-02-29', day: '2024-02-29' }], [{ value: '2024-02-28', day: '2024-02-29' }]],
  [
    { is: 'sum', fields: ['net', 'tax'] },
    [{ value: 0.3, net: 0.1, tax: 0.2 }, { value: 0.3, net: 0.3, tax: null }, { value: 5 }],
    [
      { value: 0.4, net: 0.1, tax: 0.2 },
      { value: 0.4, net: 0.3, tax: null },
    ],
  ],
  [
    { is: 'at-most', field: 'total', times: 0.2 },
    [
      { value: 0.12, total: 0.6 },
      { value: 2.46, total: 12.34 },
    ],
    [{ value: 2.47, total: 12.34 }],
  ],
  [
    { is: 'sum', fields: ['lines/price'] },
    [{ value: 3, lines: [{ price: 1 }, { price: 2 }] }],
    [{ value: 2, lines: [{ price: 1 }] }],
  ],
  [
    { is: 'decimals', field: 'unit', decimals: { JPY: 0 } },
    [
      { value: 12, unit: 'JPY' },
      { value: 1.5, unit: 'USD' },
    ],
    [{ value: 1.5, unit: 'JPY' }],
  ],
  [{ is: 'decimals', decimals: 2 }, [{ value: 12.34 }, { value: 1e21 }], [{ value: 0.1 + 0.2 }, { value: 1e-7 }]],
  [
    { is: 'unset', when: { status: ['NEW'] } },
    [
      { value: null, status: 'NEW' },
      { value: 1, status: 'OLD' },
    ],
    [{ value: 1, status: 'NEW' }],
  ],
  [
    { is: 'above', field: 'from', within: 60 },
    [{ value: '2026-01-01T00:01:00Z', from: '2026-01-01T00:00:00Z' }],
    [
      { value: '2026-01-01T00:00:00Z', from: '2026-01-01T00:00:00Z' },
      { value: '2026-01-01T00:01:01Z', from: '2026-01-01T00:00:00Z' },
    ],
  ],
];

test.each(kept)('%j', (about, right, wrong) => {
  for (const object of right) expect(breachOf(relation(about), object as never), JSON.stringify(object)).toBeUndefined();
  for (const object of wrong) expect(breachOf(relation(about), object as never), JSON.stringify(object)).toMatch(/^value: /);
});

test('a relation with a stored object is judged only if there is one', () => {
  const ofStored = relation({ is: 'at-most', field: 'paid', less: 'back', of: '#/components/schemas/Thing' });
  expect(breachOf(ofStored, { value: 5 })).toBeUndefined();
  expect(breachOf(ofStored, { value: 5 }, { paid: 6, back: 1 })).toBeUndefined();
  expect(breachOf(ofStored, { value: 5 }, { paid: null, back: null })).toBe('value: at most paid less back (0)');
});

const parted: Schema = {
  required: ['split'],
  properties: {
    total: { type: 'number', 'x-relations': [{ is: 'sum', fields: ['split/shares/part'], requirement: 'whole' }] },
    unit: { type: 'string' },
    split: {
      anyOf: [
        {
          type: 'object',
          properties: {
            most: { type: 'number' },
            shares: {
              ...{ type: 'array', minItems: 2 },
              items: {
                properties: {
                  part: { type: 'number', 'x-relations': [{ is: 'at-most', field: '/total', requirement: 'bounded' }] },
                  fee: { type: 'number', 'x-relations': [{ is: 'below', field: 'part', requirement: 'small' }] },
                  unit: { type: 'string', 'x-relations': [{ is: 'equal', field: '/unit', requirement: 'alike' }] },
                },
              },
            },
          },
        },
        { type: 'null' },
      ],
    },
  },
};
const shares = (...all: object[]): object => ({ total: 3, unit: 'A', split: { shares: all } });

test.each<[string, object, string | undefined]>([
  ['what is right', shares({ part: 1, fee: 0.9, unit: 'A' }, { part: 2 }), undefined],
  ['no object', { total: 3, split: null }, undefined],
  ['a sum of parts within an object', shares({ part: 1 }, { part: 1 }), 'total: sum split/shares/part (2)'],
  ['an entry that breaks a rule', shares({ part: 1 }, { part: 2, fee: 2 }), 'split/shares/1/fee: below split/shares/1/part (2)'],
  ['another value than the body has', shares({ part: 1, unit: 'B' }, { part: 2 }), 'split/shares/0/unit: equal unit (A)'],
])('relations inside objects and lists: %s', (_, body, breach) => {
  expect(relationsOf(parted).flatMap((one) => breachOf(one, body as never) ?? [])[0]).toBe(breach);
});

test('a body is mended inside its objects', () => {
  const mend = (body: object, keep: string[]) => mendBody({ request: parted, body: body as never, keep });
  expect(mend(shares({ part: 1 }, { part: 1 }), ['split'])).toEqual({ ...shares({ part: 1 }, { part: 1 }), total: 2 });
  expect(mend(shares({ part: 1 }, { part: 1 }), ['total'])).toEqual(shares({ part: 2 }, { part: 1 }));
  const fee = shares({ part: 1, fee: 2.5 }, { part: 2 });
  expect(mend(fee, ['split/shares/0/fee', 'total'])?.split).toMatchObject({ shares: [{ fee: 2.5 }, {}] });
});

const amount = { type: 'number', minimum: 0.01, maximum: 999 };
const currency = { type: 'string', enum: ['USD', 'JPY', 'KWD'] };
// Parsed from JSON, because the linter mistakes an object literal with a field `then` for a promise.
const whole = JSON.parse('{"if":{"properties":{"currency":{"const":"JPY"}}},"then":{"properties":{"amount":{"multipleOf":1}}}}');
const coded = JSON.parse('{"if":{"required":["code"]},"then":{"properties":{"code":{"pattern":"^x-[0-9]{3}$"}}}}');

const mended: [name: string, request: Schema, body: object, keep: string[], is: object | undefined][] = [
  [
    'a lawful body stays',
    { properties: { amount, currency }, ...whole },
    { amount: 1.5, currency: 'USD' },
    [],
    { amount: 1.5, currency: 'USD' },
  ],
  [
    'what must stay does',
    { properties: { amount, currency }, ...whole },
    { amount: 12.34, currency: 'JPY' },
    ['currency'],
    { amount: 12, currency: 'JPY' },
  ],
  [
    'the other field gives way',
    { properties: { amount, currency }, ...whole, required: ['currency'] },
    { amount: 12.34, currency: 'JPY' },
    ['amount'],
    { amount: 12.34, currency: 'USD' },
  ],
  [
    'a field is added',
    { properties: { amount, currency }, dependentRequired: { amount: ['currency'] } },
    { amount: 1 },
    ['amount'],
    { amount: 1, currency: 'USD' },
  ],
  [
    'one of two is enough',
    { properties: { amount, currency }, anyOf: [{ required: ['amount'] }, { required: ['currency'] }] },
    {},
    [],
    { amount: 0.01 },
  ],
  [
    'nothing can be done',
    { properties: { amount, currency }, ...whole },
    { amount: 1.5, currency: 'JPY' },
    ['amount', 'currency'],
    undefined,
  ],
  [
    'an example is looked at',
    {
      properties: { amount, currency, code: { type: 'string' } },
      ...coded,
      examples: [{ code: 'x-123', amount: 5 }],
    },
    { code: 'a', amount: 1 },
    ['amount'],
    { amount: 1 },
  ],
];

test.each(mended)('a body is mended: %s', (_, request, body, keep, is) => {
  expect(mendBody({ request, body: body as never, keep })).toEqual(is);
});

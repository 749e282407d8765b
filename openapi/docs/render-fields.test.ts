import { expect, test } from 'vitest';
import type { Node } from '../reader/json.ts';
import { renderFields } from './render-fields.ts';

const request = (properties: Node) => ({ type: 'object', required: ['payer'], properties });
const document = {
  paths: {
    '/a': {
      get: { responses: { '200': { content: { 'application/json': { schema: { $ref: '#/components/schemas/Invoice' } } } } } },
    },
  },
  components: {
    schemas: {
      Invoice: { type: 'object', properties: { id: { type: 'string' } } },
      Card: { type: 'object', properties: { kind: { const: 'card' }, number: { type: 'string' } } },
    },
  },
};

/** Renders the fields of a request. Returns the text of each row. */
function show(properties: Node): string[] {
  const html = renderFields(document, request(properties), { id: 'it', heading: 'Field', isRequest: true });
  return html
    .split('<tr')
    .slice(2)
    .map((row) =>
      row
        .replace(/^[^>]*>/, '')
        .replaceAll(/<[^>]*>/g, ' ')
        .replaceAll(/\s+/g, ' ')
        .trim(),
    );
}

test('what lies inside an object, a list, a map and a choice is shown', () => {
  const payer = { type: 'object', required: ['name'], properties: { name: { type: 'string', maxLength: 9 } } };
  expect(show({ payer })).toEqual(['payer required object', 'payer.name required string at most 9 characters']);
  const labels = { type: 'array', minItems: 1, maxItems: 5, uniqueItems: true, items: { type: 'string', pattern: '^a$' } };
  expect(show({ labels })).toEqual([
    'labels optional array of strings 1 to 5 items no item twice',
    'labels[] string pattern ^a$',
  ]);
  const notes = { type: 'object', maxProperties: 3, additionalProperties: { type: 'string', minLength: 2 } };
  expect(show({ notes })).toEqual(['notes optional object at most 3 fields', 'notes.* string at least 2 characters']);
  const bank = { type: 'object', required: ['iban'], properties: { iban: { type: 'string' } } };
  expect(show({ payout: { oneOf: [bank, { $ref: '#/components/schemas/Card' }] } })).toEqual([
    'payout optional object',
    'payout.iban required string of form 1',
    'payout.kind optional card of Card',
    'payout.number optional string of Card',
  ]);
});

test('what is said of each form of a choice is shown', () => {
  const bank = { type: 'object', description: 'An account.', properties: { iban: { type: 'string' } } };
  const card = { type: 'object', description: 'A card of plastic.', properties: {} };
  expect(show({ payout: { oneOf: [bank, card] } })[0]).toBe(
    'payout optional object form 1: An account. form 2: A card of plastic.',
  );
  expect(show({ payouts: { type: 'array', items: { anyOf: [bank] } } })[0]).toContain('form 1: An account.');
});

test('an object with a section of its own is not repeated', () => {
  expect(show({ invoice: { $ref: '#/components/schemas/Invoice' } })).toEqual(['invoice optional object Invoice']);
});

test('every bound of a value is shown, and that it is deprecated', () => {
  expect(show({ tip: { type: 'number', exclusiveMinimum: 0, maximum: 9, multipleOf: 0.5, deprecated: true } })).toEqual([
    'tip optional number 9 or less more than 0 a multiple of 0.5 deprecated',
  ]);
  expect(show({ at: { type: 'string', format: 'email', minLength: 3 } })).toEqual([
    'at optional string (email) at least 3 characters',
  ]);
});

import { expect, test } from 'vitest';
import { resolveReferences } from './follow-reference.ts';
import { parseContract } from './parse-contract.ts';
import { readContract } from './read-contract.ts';

const text = `
openapi: 3.1.0
x-requirements: [{ id: of-the-whole, level: MUST }, a word]
paths:
  /things: { $ref: '#/components/pathItems/Things' }
components:
  pathItems:
    Things:
      parameters: [{ name: trace, in: header }]
      post: { operationId: makeThing, callbacks: { changed: { $ref: '#/components/callbacks/Changed' } } }
  callbacks:
    Changed:
      '{$request.body#/url}': { post: { operationId: receiveEvent, callbacks: { again: { $ref: '#/components/callbacks/Changed' } } } }
  schemas:
    Amount: { type: number, maximum: 9, examples: [{ x-requirements: [{ id: of-an-example }] }] }
    Thing: { properties: { 'a/b': { $ref: '#/components/schemas/Amount', maximum: 5, x-requirements: [{ id: of-a-part }] } } }
`;

test('operations are found behind references, each callback once', () => {
  const [operation, ...others] = readContract(parseContract(text, 'test')).operations;
  expect(operation).toMatchObject({ id: 'makeThing', method: 'POST', path: '/things', parameters: [{ name: 'trace' }] });
  expect(operation?.at).toEqual(['components', 'pathItems', 'Things', 'post']);
  expect(operation?.callbacks).toMatchObject([{ id: 'receiveEvent', callback: 'changed', callbacks: [] }]);
  expect(others).toEqual([]);
});

test('requirements come in the order of the document, none from data', () => {
  const { requirements } = readContract(parseContract(text, 'test'));
  expect(requirements.map(({ id }) => id)).toEqual(['of-the-whole', 'of-a-part']);
  expect(requirements[1]?.at.slice(0, 5)).toEqual(['components', 'schemas', 'Thing', 'properties', 'a/b']);
});

test('a reference and what stands beside it hold both', () => {
  const { Thing } = resolveReferences(parseContract(text, 'test'), 'test').components.schemas;
  expect(Thing.properties['a/b']).toMatchObject({ type: 'number', maximum: 9, allOf: [{ maximum: 5 }] });
});

test.each([{}, { paths: [], 'x-problems': { lost: null }, components: 7 }])('%j can be read', (document) => {
  expect(() => readContract(document)).not.toThrow();
});

test('beside a reference, words replace those of its target, and what contradicts it holds as well', () => {
  const document = {
    all: { $ref: '#/amount', description: 'Beside.', maximum: 50, allOf: [{ minimum: 2 }] },
    amount: { description: 'Of the target.', maximum: 100 },
  };
  const all = { description: 'Beside.', maximum: 100, allOf: [{ minimum: 2 }, { maximum: 50 }] };
  expect(resolveReferences(document, 'test')).toMatchObject({ all });
});

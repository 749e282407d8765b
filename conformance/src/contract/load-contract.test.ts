import { expect, test } from 'vitest';
import { facts } from '../../payments/facts.ts';
import { readContract } from '../../payments/load-contract.ts';
import { changedContract } from '../../testing/changes/change-contract.ts';
import * as engine from './load-contract.ts';

const aliases = Array.from({ length: 12 }, (_, index) => {
  const name = index === 0 ? 'a' : `b${index - 1}`;
  return `x-b${index}: &b${index} [${Array.from({ length: 8 }, () => `*${name}`).join(', ')}]`;
});

test.each([
  ['nothing', '', /input is empty/],
  ['a word', 'invoice', /no OpenAPI document/],
  ['no YAML', 'a: [b', /.+/],
  ['an OpenAPI document of something else', 'openapi: 3.1.0', /it has no \/info, no \/paths/],
  ['aliases of aliases', `${changedContract()}\nx-a: &a [1]\n${aliases.join('\n')}\n`, /more than 500000 parts/],
  [
    'a reference to itself',
    changedContract((document) => {
      document.paths['/api/v1/payments/fetch'].post.requestBody = { $ref: '#/components/requestBodies/A' };
      document.components.requestBodies = { A: { $ref: '#/components/requestBodies/A' } };
    }),
    /leads to itself/,
  ],
  [
    'a body that is a choice',
    changedContract((document) => {
      document.components.schemas.FetchPaymentRequest = { allOf: [document.components.schemas.FetchPaymentRequest] };
    }),
    /made by allOf/,
  ],
  [
    'a requirement that is a number',
    changedContract((document) => document['x-requirements'].push(5)),
    /requirement at \/x-requirements\/\d+ has no id/,
  ],
  [
    'a requirement that is empty',
    changedContract((document) => document['x-requirements'].push(null)),
    /requirement at \/x-requirements\/\d+ has no id/,
  ],
  [
    'a requirement that stands in no list',
    changedContract((document) => Object.assign(document.paths, { 'x-requirements': { id: 'books-belong' } })),
    '/paths/x-requirements is {"id":"books-belong"}: it must be a list of requirements',
  ],
])('%s is no contract, and a sentence says why', (_, text, says) => {
  expect(() => readContract(text)).toThrow(says);
});

test('a contract belongs to the domain with which it is read, and is a plain document for any other', () => {
  const { domain, plain } = engine.readContract({ ...facts, recognizes: () => false }, changedContract());
  expect({ domain, isPlain: plain !== undefined }).toEqual({ isPlain: true });
  expect(readContract(changedContract()).domain?.room).toBe(facts.room);
});

/** Tests that the OpenAPI 3.0 document accepts everything that the 3.1 document accepts, and that tools for 3.0 can read it. */
import { readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import fc from 'fast-check';
import { load } from 'js-yaml';
import { describe, expect, test } from 'vitest';
import type { Node } from '../reader/json.ts';
import { listOperations } from '../reader/list-operations.ts';
import { deriveDocument } from './derive-document.ts';
import { writeIn30 } from './derive-from.ts';
import { sampleSchema } from './testing/sample-schema.ts';

const newer = deriveDocument(load(readFileSync(new URL('../openapi.yaml', import.meta.url), 'utf8')) as Node);
const older = writeIn30(newer);
const schemasOf = (document: Node) => document.components.schemas as Record<string, Node>;
const operationsOf = (document: Node) => listOperations(document, document.paths, ['paths']);

function validatorOf(document: Node, name: string) {
  // Ajv also supports `nullable` of OpenAPI 3.0: the keyword adds null to a schema's types.
  const ajv = new Ajv({ strict: false, validateSchema: false });
  addFormats.default(ajv);
  ajv.addSchema(document, 'document');
  return ajv.compile({ $ref: `document#/components/schemas/${name}` });
}

test.each(Object.keys(schemasOf(newer)))('%s is accepted by both or refused by both', (name) => {
  const [before, after] = [validatorOf(newer, name), validatorOf(older, name)];
  fc.assert(
    fc.property(sampleSchema(newer, schemasOf(newer)[name] as Node), (value) => {
      expect(after(value)).toBe(before(value));
    }),
    { numRuns: 200 },
  );
});

test('the license is named by its URL', () => {
  expect(newer.info.license).toEqual({ name: 'MIT', identifier: 'MIT' });
  expect(older.info.license).toEqual({ name: 'MIT', url: 'https://spdx.org/licenses/MIT.html' });
});

test('an operation has its documented responses in place, a 404 for any path, and no range of refusals', () => {
  for (const [index, { id, node }] of operationsOf(older).entries()) {
    const { '4XX': range, ...documented } = operationsOf(newer)[index]?.node.responses ?? {};
    expect(range, id).toBeDefined();
    expect(Object.keys(node.responses), id).toEqual(Object.keys({ ...documented, 404: range }));
    for (const response of Object.values<Node>(node.responses)) expect(Object.keys(response), id).toContain('content');
  }
});

test('no scope is named where OpenAPI 3.0 has none', () => {
  for (const { id, node } of operationsOf(older)) expect(node.security, id).toEqual([{ bearerAuth: [] }]);
});

describe('a schema', () => {
  const rewrite = (schema: Node) => schemasOf(writeIn30({ paths: {}, components: { schemas: { Made: schema } } })).Made;

  test.each<[Node, Node]>([
    [{ type: ['string', 'null'] }, { type: 'string', nullable: true }],
    [{ type: ['string', 'integer'] }, { anyOf: [{ type: 'string' }, { type: 'integer' }] }],
    [{ anyOf: [{ type: 'string' }, { type: 'null' }] }, { anyOf: [{ type: 'string' }], nullable: true }],
    [{ const: 'a' }, { enum: ['a'] }],
    [{ exclusiveMinimum: 0 }, { minimum: 0, exclusiveMinimum: true }],
    [{ examples: [null, 'a'] }, { example: 'a' }],
    [
      { type: 'object', properties: { const: { type: 'string' }, if: { type: 'string' } } },
      { type: 'object', properties: { const: { type: 'string' }, if: { type: 'string' } } },
    ],
    [{ type: 'string', contentEncoding: 'base64' }, { type: 'string' }],
  ])('%j becomes %j', (before, after) => {
    expect(rewrite(before)).toEqual(after);
  });
});

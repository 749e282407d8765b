/** Tests limits that cannot be reached because the request body would become too large. */
import { expect, test } from 'vitest';
import { compileSchema } from './compile-schema.ts';
import type { Schema } from './contract.ts';
import { beyondKeyword, fitBody } from './fit-body.ts';

const text = { type: 'string', maxLength: 50 };
const request: Schema = {
  required: ['memo'],
  properties: {
    memo: { type: 'string', maxLength: 100_000 },
    short: text,
    tags: { type: 'array', maxItems: 2000, items: text },
    lines: { type: 'array', maxItems: 3, items: { type: 'object', properties: { title: { type: 'string', maxLength: 9000 } } } },
    labels: { type: 'object', maxProperties: 1000, additionalProperties: text },
  },
};

test('each is lowered to what fits, and listed', () => {
  const { [beyondKeyword]: said, properties = {} } = fitBody(request, 4000);
  expect(said).toEqual([
    expect.stringMatching(/^maxLength of memo is 100000, which a body of 4000 bytes cannot exceed: at most 3\d{3} are sent\.$/),
    expect.stringContaining('maxItems of tags is 2000'),
    expect.stringContaining('maxLength of lines[].title is 9000'),
    expect.stringContaining('maxProperties of labels is 1000'),
  ]);
  expect(properties.short).toBe(text);
  const { maxLength = 0 } = properties.memo as { maxLength?: number };
  const body = { memo: 'a'.repeat(maxLength), short: 'a', tags: ['a'], lines: [{}], labels: {} };
  expect(JSON.stringify(body).length).toBeLessThan(4000);
  expect(compileSchema(properties.memo ?? {})(body.memo)).toBe(true);
});

test('limits that fit stay', () => {
  const { [beyondKeyword]: said, properties } = fitBody(request, 1_000_000);
  expect([said, properties]).toEqual([undefined, request.properties]);
});

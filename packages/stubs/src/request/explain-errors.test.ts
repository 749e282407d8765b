import type { ErrorObject } from 'ajv';
import { expect, test } from 'vitest';
import { explainErrors } from './explain-errors.ts';

test('a field whose name a pointer must escape is named as it is in words', () => {
  const params = { type: 'string' };
  const error: ErrorObject = { instancePath: '/requestBody/a~1b~0c', schemaPath: '#', keyword: 'type', params };
  expect(explainErrors([error])).toEqual([{ pointer: '/a~1b~0c', code: 'type', detail: 'a/b~c must be of type string.' }]);
});

test('a problem names a field of 1,000 characters, and shows 200 of them', () => {
  const unknown = (name: string): ErrorObject => ({
    instancePath: '/requestBody',
    schemaPath: '#',
    keyword: 'additionalProperties',
    params: { additionalProperty: name },
  });
  const [named] = explainErrors([unknown('~'.repeat(1000))]);
  expect(named?.pointer).toBe(`/${'~0'.repeat(1000)}`);
  expect(named?.detail.length).toBeLessThan(300);
  const [item] = explainErrors([unknown('~'.repeat(32_000))]);
  expect(item).toMatchObject({ pointer: '', code: 'unknown_property' });
  expect(item?.detail.length).toBeLessThan(300);
});

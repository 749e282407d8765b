import type { ErrorObject } from 'ajv';
import { expect, test } from 'vitest';
import { explainErrors } from './explain-errors.ts';

test('a field whose name a pointer must escape is named as it is in words', () => {
  const error: ErrorObject = {
    instancePath: '/requestBody/a~1b~0c',
    schemaPath: '#',
    keyword: 'type',
    params: { type: 'string' },
  };
  expect(explainErrors([error])).toEqual([{ pointer: '/a~1b~0c', code: 'type', detail: 'a/b~c must be of type string.' }]);
});

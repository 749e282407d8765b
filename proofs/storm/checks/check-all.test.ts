import { expect, test } from 'vitest';
import { checkAll } from './check-all.ts';
import { makeEvidence } from './lawful-evidence.ts';

test('a lawful history has no findings', () => {
  expect(checkAll(makeEvidence())).toEqual([]);
});

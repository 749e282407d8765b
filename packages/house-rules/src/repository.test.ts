import { expect, test } from 'vitest';
import { listFiles, readIgnored, walk } from './repository.ts';

test('lists the same files with and without git', () => {
  // Skips the temporary files of other tests, which may appear or disappear between the calls of `walk` and `listFiles`.
  const lasting = (file: string) => !file.includes('.readme-check');
  expect(walk('', readIgnored()).filter(lasting).sort()).toEqual(listFiles().filter(lasting));
});

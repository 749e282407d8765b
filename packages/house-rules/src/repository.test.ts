import { expect, test } from 'vitest';
import { listFiles, readIgnored, walk } from './repository.ts';

test('lists the same files with and without git', () => {
  // A parallel test may write and remove such files between the two calls.
  const lasting = (file: string) => !file.includes('.readme-check');
  expect(walk('', readIgnored()).filter(lasting).sort()).toEqual(listFiles().filter(lasting));
});

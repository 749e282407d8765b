import { expect, test } from 'vitest';
import { listFiles, readIgnored, walk } from './repository.ts';

test('lists the same files with and without git', () => {
  // Files that a parallel test just wrote and removes again are in neither list for sure.
  const lasting = (file: string) => !file.includes('.readme-check');
  expect(walk('', readIgnored()).filter(lasting).sort()).toEqual(listFiles().filter(lasting));
});

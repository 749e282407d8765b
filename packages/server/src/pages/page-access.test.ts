import { expect, test } from 'vitest';
import { createPageTurns } from './page-access.ts';

test('one page begins in each turn of the event loop, in order', async () => {
  const takeTurn = createPageTurns();
  const begun: number[] = [];
  const pages = [1, 2, 3].map((page) => takeTurn().then(() => begun.push(page)));
  const seen: number[] = [];
  for (let turn = 0; turn < 3; turn++) {
    await new Promise<void>((resolve) => setImmediate(resolve));
    seen.push(begun.length);
  }
  await Promise.all(pages);
  expect(begun).toEqual([1, 2, 3]);
  expect(seen[0]).toBeLessThan(3);
  // No other page is waiting, so this one begins immediately.
  await takeTurn();
});

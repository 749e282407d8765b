import { expect, test } from 'vitest';
import { Waits, waitFor } from './waits.ts';

test('a run knows what it waits for and how long at most, and counts simultaneous waits once', async () => {
  let clock = 0;
  const waits = new Waits(() => clock);
  await waits.within(async () => {
    const ends: (() => void)[] = [];
    const held = (what: string, atMost: number): Promise<void> =>
      waitFor(what, atMost, () => new Promise<void>((resolve) => ends.push(resolve)));
    const all = [held('responses', 10_000), held('responses', 10_000)];
    clock = 1000;
    all.push(held('callbacks', 30_000));
    clock = 4000;
    expect(waits.longest()).toEqual({ what: 'callbacks', left: 27_000 });
    ends.pop()?.();
    await all.pop();
    expect(waits.longest()).toEqual({ what: 'responses', left: 6000 });
    clock = 6000;
    for (const end of ends) end();
    await Promise.all(all);
  });
  expect(waits.longest()).toBeUndefined();
  expect(waits.totals()).toEqual([
    { for: 'responses', milliseconds: 6000 },
    { for: 'callbacks', milliseconds: 3000 },
  ]);
});

test('outside of a run nothing is counted', async () => {
  expect(await waitFor('responses', 1, async () => 'done')).toBe('done');
});

import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Pace } from './pace.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Sends so many requests, twenty at once, to a limiter of 40 a second; returns how many tries were refused, and the seconds. */
async function sendThrough(pace: Pace, requests: number): Promise<{ refused: number; seconds: number }> {
  const start = performance.now();
  let [second, count, left, refused] = [-1, 0, requests, 0];
  const work = async (): Promise<void> => {
    while (left > 0) {
      await pace.turn();
      const now = Math.floor(performance.now() / 1000);
      count = now === second ? count + 1 : 1;
      second = now;
      await new Promise((resolve) => setTimeout(resolve, 5));
      if (count > 40) {
        refused++;
        pace.refused(1000);
      } else {
        left--;
        pace.admitted();
      }
    }
  };
  const all = Promise.all(Array.from({ length: 20 }, work));
  while (left > 0) await vi.advanceTimersByTimeAsync(10);
  await vi.runAllTimersAsync();
  await all;
  return { refused, seconds: (performance.now() - start) / 1000 };
}

test('a limit is found, and hit seldom after that', async () => {
  const { refused, seconds } = await sendThrough(new Pace(), 1000);
  // The first burst is refused with all that is under way; then one request in a hundred.
  expect(refused).toBeLessThan(45);
  // At the limit itself it would be 25.
  expect(seconds).toBeLessThan(40);
});

test('it is never faster than the user says', async () => {
  const { refused, seconds } = await sendThrough(new Pace(20), 200);
  expect(refused).toBe(0);
  expect(seconds).toBeGreaterThan(9.9);
});

test('a 429 where nothing was let in is waited out, and changes no pace', async () => {
  const pace = new Pace();
  pace.refused(3000);
  const turns: number[] = [];
  const start = performance.now();
  const all = Promise.all([1, 2].map(() => pace.turn().then(() => turns.push(performance.now() - start))));
  await vi.runAllTimersAsync();
  await all;
  expect(turns).toEqual([3000, 3000]);
});

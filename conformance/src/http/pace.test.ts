import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Pace } from './pace.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Makes a function that simulates a limit of 40 requests per second: it returns true when the limit is exceeded. */
function fortyASecond(): () => boolean {
  let [second, count] = [-1, 0];
  return () => {
    const now = Math.floor(performance.now() / 1000);
    count = now === second ? count + 1 : 1;
    second = now;
    return count > 40;
  };
}

/**
 * Simulates this many requests, twenty at a time, to a server with a limit. When the limit is exceeded, the server asks for a
 * wait of one second. Returns the number of 429s, and how many seconds the requests took.
 */
async function sendThrough(pace: Pace, requests: number, isOver = fortyASecond()): Promise<{ refused: number; seconds: number }> {
  const start = performance.now();
  let [left, refused] = [requests, 0];
  const work = async (): Promise<void> => {
    while (left > 0) {
      await pace.turn();
      const over = isOver();
      await new Promise((resolve) => setTimeout(resolve, 5));
      if (over) {
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
  // Once the pace has found the limit, only about one request in a few dozen is refused.
  expect(refused).toBeLessThan(60);
  // Without any refusal, the limit would allow 1000 requests in 25 seconds.
  expect(seconds).toBeLessThan(45);
});

test('refusals by chance do not slow it down further and further', async () => {
  let asked = 0;
  const { seconds } = await sendThrough(new Pace(), 1000, () => ++asked % 25 === 0);
  // There are forty refusals, each with a wait of one second.
  expect(seconds).toBeLessThan(160);
});

test('it is never faster than the user says', async () => {
  const { refused, seconds } = await sendThrough(new Pace(20), 200);
  expect(refused).toBe(0);
  expect(seconds).toBeGreaterThan(9.9);
});

test('after a 429 before any accepted request, the suite waits, and requests start at a pace', async () => {
  const pace = new Pace();
  pace.refused(3000);
  const turns: number[] = [];
  const start = performance.now();
  const all = Promise.all([1, 2].map(() => pace.turn().then(() => turns.push(performance.now() - start))));
  await vi.runAllTimersAsync();
  await all;
  expect(turns).toEqual([3000, 3050]);
});

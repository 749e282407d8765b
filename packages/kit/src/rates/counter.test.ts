import { expect, test } from 'vitest';
import { countWindows } from './counter.ts';

test('a window has its full length, starting with its first count', () => {
  let now = 0;
  const windows = countWindows(60, 10, () => now);
  windows.add('a');
  now = 59;
  expect(windows.add('a')).toEqual({ count: 2, endsAt: 60 });
  now = 60;
  expect(windows.read('a')).toBeUndefined();
  expect(windows.add('a')).toEqual({ count: 1, endsAt: 120 });
});

test('windows that have ended are forgotten', () => {
  let now = 0;
  const windows = countWindows(60, 1_000, () => now);
  for (let i = 0; i < 500; i++) windows.add(`key ${i}`);
  now = 60;
  windows.add('a');
  expect(windows.size()).toBe(1);
});

test('with a flood of keys, memory stays limited and the newest keys are counted', () => {
  const windows = countWindows(60, 100, () => 0);
  for (let i = 0; i < 10_000; i++) windows.add(`key ${i}`);
  expect(windows.size()).toBe(100);
  expect([windows.read('key 9999')?.count, windows.read('key 9899')]).toEqual([1, undefined]);
});

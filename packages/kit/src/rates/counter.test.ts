import { expect, test } from 'vitest';
import { countWindows } from './counter.ts';

test('a window ends a length after its first count', () => {
  let now = 0;
  const windows = countWindows(60, 10, () => now);
  windows.add('a');
  now = 59;
  expect(windows.add('a')).toEqual({ count: 2, endsAt: 60 });
  now = 60;
  expect(windows.read('a')).toBeUndefined();
  expect(windows.add('a')).toEqual({ count: 1, endsAt: 120 });
});

test('what has ended is forgotten', () => {
  let now = 0;
  const windows = countWindows(60, 1_000, () => now);
  for (let i = 0; i < 500; i++) windows.add(`key ${i}`);
  now = 60;
  windows.add('a');
  expect(windows.size()).toBe(1);
});

test('a flood of keys takes no more memory than is allowed, and the newest count', () => {
  const windows = countWindows(60, 100, () => 0);
  for (let i = 0; i < 10_000; i++) windows.add(`key ${i}`);
  expect(windows.size()).toBe(100);
  expect([windows.read('key 9999')?.count, windows.read('key 9899')]).toEqual([1, undefined]);
});

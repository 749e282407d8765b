import { expect, test } from 'vitest';
import { BoundedMap } from './traffic-memory.ts';

test('forgets what was used longest ago', () => {
  const map = new BoundedMap<string, number>(2);
  map.set('a', 1);
  map.set('b', 2);
  map.get('a');
  map.set('c', 3);
  expect([map.get('a'), map.get('b'), map.get('c'), map.size]).toEqual([1, undefined, 3, 2]);
});

test('removes entries when they cost too much, but never the newest', () => {
  const map = new BoundedMap<string, string>(100, 10, (value) => value.length);
  map.set('a', 'four');
  map.set('b', 'four');
  map.set('a', 'six...');
  expect(map.size).toBe(2);
  map.set('c', 'four');
  expect([map.get('a'), map.get('b'), map.get('c')]).toEqual(['six...', undefined, 'four']);
  map.set('d', 'longer than all of it');
  expect([map.size, map.get('d')]).toEqual([1, 'longer than all of it']);
});

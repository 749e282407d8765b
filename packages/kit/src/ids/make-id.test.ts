import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { makeId, makeNote } from './make-id.ts';

test('an id is 26 Crockford characters, ordered by time', () => {
  const first = makeId('inv', 1_700_000_000_000, () => Buffer.alloc(10, 255));
  const second = makeId('inv', 1_700_000_000_001, () => Buffer.alloc(10, 0));
  expect(first).toMatch(/^inv_[0-9a-hjkmnp-tv-z]{26}$/);
  expect(first < second).toBe(true);
});

test('the random part uses all 80 bits', () => {
  const bits = Array.from({ length: 80 }, (_, bit) => {
    const bytes = Buffer.alloc(10);
    bytes[bit >> 3] = 1 << (bit & 7);
    return makeId('inv', 0, () => bytes);
  });
  expect(new Set(bits).size).toBe(80);
});

test('a note is two groups of five, in upper case', () => {
  const notes = Array.from({ length: 1000 }, () => makeNote(randomBytes));
  for (const note of notes) expect(note).toMatch(/^[0-9A-HJKMNP-TV-Z]{5}-[0-9A-HJKMNP-TV-Z]{5}$/);
  expect(new Set(notes).size).toBe(1000);
  const low = Array.from({ length: 50 }, (_, bit) => {
    const bytes = Buffer.alloc(7);
    bytes[6 - (bit >> 3)] = 1 << (bit & 7);
    return makeNote(() => bytes);
  });
  expect(new Set(low).size).toBe(50);
});

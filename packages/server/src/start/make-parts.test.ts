import { expect, test } from 'vitest';
import { createRandomBytes } from './make-parts.ts';

test('returns as many bytes as were requested, and none twice', () => {
  const randomBytes = createRandomBytes();
  const given = [1, 10, 7, 4096, 10, 4090, 10, 5000, 16].map((length) => [length, randomBytes(length)] as const);
  for (const [length, bytes] of given) expect(bytes).toHaveLength(length);
  const others = Array.from({ length: 2000 }, () => randomBytes(10).toString('hex'));
  expect(new Set(others).size).toBe(2000);
  // Copies the bytes as text, to check that a later call does not change bytes that were returned before.
  const copies = given.map(([, bytes]) => bytes.toString('hex'));
  randomBytes(4096);
  expect(given.map(([, bytes]) => bytes.toString('hex'))).toEqual(copies);
});

import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { hashToken, isToken, makeToken } from './authenticate.ts';

test('a token has a form that secret scanners find, and a checksum that shows a typing mistake', () => {
  const token = makeToken(randomBytes);
  expect(token).toMatch(/^pi_test_[0-9A-Za-z]{49}$/);
  expect(isToken(token)).toBe(true);
  for (let i = 8; i < token.length; i++) {
    const other = token[i] === 'A' ? 'B' : 'A';
    expect(isToken(token.slice(0, i) + other + token.slice(i + 1))).toBe(false);
  }
  expect(isToken(token.slice(0, -1))).toBe(false);
  expect(isToken(`${token}\n`)).toBe(false);
});

test('no random bit is lost', () => {
  expect(makeToken(() => Buffer.alloc(32, 255))).not.toBe(makeToken(() => Buffer.alloc(32, 255).fill(254, 0, 1)));
  expect(hashToken('a')).toHaveLength(32);
});

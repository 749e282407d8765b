import { randomBytes } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { openFileStore } from '../../testing/open-test-store.ts';
import type { StoredToken } from './account-store.ts';

const token: StoredToken = {
  id: 'tok_read',
  accountId: 'acc_1',
  scopes: ['invoices:read'],
  label: null,
  createdAt: 0,
  expiresAt: null,
  revokedAt: null,
};

test('a revoked token is found revoked in the same turn, or in the next turn if another process revoked it', async () => {
  const { store, other } = await openFileStore();
  const hashes = [randomBytes(32), randomBytes(32)] as const;
  await store.saveToken(token, hashes[0]);
  await store.saveToken({ ...token, id: 'tok_other' }, hashes[1]);
  await nextTurn();
  expect(await store.findToken(hashes[0])).toMatchObject({ id: 'tok_read', revokedAt: null });
  expect(await store.findToken(hashes[0])).toMatchObject({ id: 'tok_read', revokedAt: null });
  expect(await store.findToken(hashes[1])).toMatchObject({ id: 'tok_other' });
  await store.revokeToken('tok_read', 7);
  expect(await store.findToken(hashes[0])).toMatchObject({ revokedAt: 7 });

  await nextTurn();
  expect(await store.findToken(hashes[1])).toMatchObject({ revokedAt: null });
  other.prepare("UPDATE tokens SET revoked_at = 8 WHERE id = 'tok_other'").run();
  await nextTurn();
  expect(await store.findToken(hashes[1])).toMatchObject({ revokedAt: 8 });
});

test('the tokens of many accounts are cached until a write, and then read again', async () => {
  const { store, other } = await openFileStore();
  const hashes = Array.from({ length: 1_200 }, () => randomBytes(32));
  await Promise.all(hashes.map((hash, at) => store.saveToken({ ...token, id: `tok_${at}` }, hash)));
  const find = () => Promise.all(hashes.map((hash) => store.findToken(hash)));
  const stranger = randomBytes(32);
  expect(await store.findToken(stranger)).toBeUndefined();
  expect((await find()).map((found) => found?.id)).toEqual(hashes.map((_, at) => `tok_${at}`));
  await nextTurn();
  expect((await find()).every((found) => found?.revokedAt === null)).toBe(true);
  other.prepare('UPDATE tokens SET revoked_at = 9').run();
  await nextTurn();
  expect((await find()).every((found) => found?.revokedAt === 9)).toBe(true);
  other.prepare('UPDATE tokens SET hash = ? WHERE id = ?').run(stranger, 'tok_0');
  await nextTurn();
  expect(await store.findToken(hashes[0] ?? stranger)).toBeUndefined();
  expect(await store.findToken(stranger)).toMatchObject({ id: 'tok_0' });
});

import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { openTestStore, startTime } from '../../testing/open-test-store.ts';
import { giveSecret } from './give-secret.ts';
import { prepareCallbackKey } from './prepare-callback-key.ts';

test('the first key of a database is its key, also while it has no secret', async () => {
  const { store } = await openTestStore();
  const [key, another] = [randomBytes(32), randomBytes(32)];
  for (let starts = 0; starts < 2; starts++) expect(await prepareCallbackKey(store, key, startTime)).toBe(key);
  await expect(prepareCallbackKey(store, another, startTime)).rejects.toThrow(/^CALLBACK_KEY is not the key that this database/);
});

test('secrets of an older release say which key is theirs', async () => {
  const { store } = await openTestStore();
  const [key, another] = [randomBytes(32), randomBytes(32)];
  await giveSecret(store, 'acc_1', key, startTime, randomBytes);
  await expect(prepareCallbackKey(store, another, startTime)).rejects.toThrow(/sealed with \(account acc_1\)/);
  expect(await prepareCallbackKey(store, key, startTime)).toBe(key);
});

import { randomBytes } from 'node:crypto';
import { openSecret } from '@payment-invoice/kit/callbacks';
import { expect, test } from 'vitest';
import { openTestStore, startTime } from '../../testing/open-test-store.ts';
import { giveSecret, prepareCallbackKey, renewSecrets, resealSecrets } from './callback-key.ts';

test('the first key that is used with a database is its key, even before there is a secret', async () => {
  const { store } = await openTestStore();
  const [key, another] = [randomBytes(32), randomBytes(32)];
  for (let starts = 0; starts < 2; starts++) expect(await prepareCallbackKey(store, key, startTime)).toBe(key);
  await expect(prepareCallbackKey(store, another, startTime)).rejects.toThrow(/^CALLBACK_KEY is not the key that this database/);
});

test('with secrets of an older release, only their key is accepted', async () => {
  const { store } = await openTestStore();
  const [key, another] = [randomBytes(32), randomBytes(32)];
  await giveSecret(store, 'acc_1', key, startTime, randomBytes);
  await expect(prepareCallbackKey(store, another, startTime)).rejects.toThrow(/encrypted with \(account acc_1\)/);
  expect(await prepareCallbackKey(store, key, startTime)).toBe(key);
});

const day = 24 * 60 * 60_000;

/** Makes a key, and two accounts whose secrets are sealed with it. One of the accounts has rotated its secret. */
async function start() {
  const { store } = await openTestStore();
  const [from, to] = [randomBytes(32), randomBytes(32)];
  await prepareCallbackKey(store, from, startTime);
  await store.createAccount({ id: 'acc_2', mode: 'test', name: null, createdAt: startTime });
  const secrets = {
    old: await giveSecret(store, 'acc_1', from, startTime, randomBytes),
    rotated: await giveSecret(store, 'acc_1', from, startTime + 1000, randomBytes),
    other: await giveSecret(store, 'acc_2', from, startTime, randomBytes),
  };
  const open = async (accountId: string, key: Buffer, now: number) =>
    (await store.readSecrets(accountId, now)).map(({ sealed }) => openSecret(sealed, accountId, key));
  return { store, from, to, secrets, open };
}

test('replacing the key keeps the secrets, which sign for as long as before', async () => {
  const { store, from, to, secrets, open } = await start();
  const now = startTime + 2000;
  expect(await resealSecrets(store, { from, to }, now, randomBytes)).toBe(3);
  expect(await open('acc_1', to, now)).toEqual([secrets.rotated, secrets.old]);
  expect(await open('acc_1', to, now + day)).toEqual([secrets.rotated]);
  expect(await open('acc_2', to, now)).toEqual([secrets.other]);
  await expect(prepareCallbackKey(store, from, now)).rejects.toThrow(/CALLBACK_KEY is not the key/);
  expect(await prepareCallbackKey(store, to, now)).toBe(to);
});

test('a key that opens nothing changes nothing', async () => {
  const { store, from, to, secrets, open } = await start();
  await expect(resealSecrets(store, { from: to, to: from }, startTime, randomBytes)).rejects.toThrow(/cannot be decrypted/);
  expect(await open('acc_2', from, startTime)).toEqual([secrets.other]);
  expect(await prepareCallbackKey(store, from, startTime)).toBe(from);
});

test('if the old key is lost, every account gets a new secret, and the old ones stop signing', async () => {
  const { store, to, open } = await start();
  const renewed = await renewSecrets(store, to, startTime + 2000, randomBytes);
  expect(renewed.map(({ accountId }) => accountId)).toEqual(['acc_1', 'acc_2']);
  for (const { accountId, secret } of renewed) expect(await open(accountId, to, startTime + 2000)).toEqual([secret]);
  expect(await prepareCallbackKey(store, to, startTime)).toBe(to);
});

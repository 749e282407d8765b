import { randomBytes } from 'node:crypto';
import { makeSecret, openSecret, sealSecret } from '@payment-invoice/kit/callbacks';
import { Webhook } from 'standardwebhooks';
import { expect, test } from 'vitest';
import { StartError } from '../errors/start-error.ts';
import { readCallbackKey } from '../settings/read-secrets.ts';

const key = randomBytes(32);

test('a secret has 32 random bytes, in the form of Standard Webhooks', () => {
  const secret = makeSecret(randomBytes);
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  expect(makeSecret(randomBytes)).not.toBe(secret);
  expect(() => new Webhook(secret)).not.toThrow();
});

test('a sealed secret opens with the same key for the same account, and does not contain the secret', () => {
  const secret = makeSecret(randomBytes);
  const sealed = sealSecret(secret, 'acc_1', key, randomBytes);
  expect(openSecret(sealed, 'acc_1', key)).toBe(secret);
  expect(sealed.includes(secret.slice(6))).toBe(false);
  expect(sealSecret(secret, 'acc_1', key, randomBytes).equals(sealed)).toBe(false);
});

test('a sealed secret does not open with another key, for another account, or with a changed byte', () => {
  const sealed = sealSecret(makeSecret(randomBytes), 'acc_1', key, randomBytes);
  expect(openSecret(sealed, 'acc_1', randomBytes(32))).toBeUndefined();
  expect(openSecret(sealed, 'acc_2', key)).toBeUndefined();
  for (let i = 0; i < sealed.length; i++) {
    const changed = Buffer.from(sealed);
    changed[i] = (changed[i] as number) ^ 1;
    expect(openSecret(changed, 'acc_1', key), `byte ${i}`).toBeUndefined();
  }
  expect(openSecret(sealed.subarray(0, 20), 'acc_1', key)).toBeUndefined();
  expect(openSecret(Buffer.alloc(0), 'acc_1', key)).toBeUndefined();
});

test('reads a key in base64 or base64url', () => {
  expect(readCallbackKey(` ${key.toString('base64')}\n`)).toEqual(key);
  expect(readCallbackKey(key.toString('base64url'))).toEqual(key);
});

test.each([undefined, '', '  '])('a missing key (%j) is an error that says how to make one', (text) => {
  expect(() => readCallbackKey(text)).toThrow(StartError);
  expect(() => readCallbackKey(text)).toThrow(/^CALLBACK_KEY is not set.*openssl rand -base64 32/);
});

test.each([
  'secret',
  'a'.repeat(44),
  randomBytes(16).toString('base64'),
  randomBytes(33).toString('base64'),
  `${'!'.repeat(43)}=`,
])('%j is not a key, and is not repeated in the message', (text) => {
  expect(() => readCallbackKey(text)).toThrow(/^CALLBACK_KEY is not a key: it must be 32 bytes/);
  expect(() => readCallbackKey(text)).not.toThrow(text);
});

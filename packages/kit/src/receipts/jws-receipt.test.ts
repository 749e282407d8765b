import { generateKeyPairSync } from 'node:crypto';
import { CompactSign, FlattenedSign } from 'jose';
import { expect, test } from 'vitest';
import { createJwsVerifier } from './jws-receipt.ts';

const { privateKey, publicKey } = generateKeyPairSync('ed25519');
const verifier = createJwsVerifier(new Map([['key-1', publicKey]]), { issuer: 'rail', audience: 'shop' });
const header = { alg: 'Ed25519', typ: 'web-receipt+jwt', kid: 'key-1' };
const now = Date.parse('2026-11-21T10:00:30.000Z');
const claims = {
  iss: 'rail',
  aud: 'shop',
  jti: 'rcp_1',
  iat: 1_795_255_200,
  cashTag: '$coffeeshop',
  note: '7QK2M-X9D4T',
  amount: '12.50',
  currency: 'USD',
  status: 'completed',
  paidAt: '2026-11-21T10:00:00.000Z',
};
const sign = (
  payload: unknown,
  protectedHeader: Record<string, unknown> = header,
  key: typeof privateKey | Uint8Array = privateKey,
) =>
  new CompactSign(Buffer.from(typeof payload === 'string' ? payload : JSON.stringify(payload)))
    .setProtectedHeader(protectedHeader as never)
    .sign(key);
const verify = (text: string) => verifier.verify(text, { now, deadline: 0, signal: new AbortController().signal });

test('an authentic receipt states what was paid', async () => {
  expect(await verify(await sign(claims))).toEqual({
    receiptId: 'rcp_1',
    cashTag: '$coffeeshop',
    note: '7QK2M-X9D4T',
    amount: 1250,
    currency: 'USD',
    paymentStatus: 'completed',
    paidAt: Date.parse(claims.paidAt),
  });
});

test.each(Object.keys(claims))('a receipt without %s, or with another type in it, is invalid', async (name) => {
  expect(await verify(await sign({ ...claims, [name]: undefined }))).toBe('invalid');
  expect(await verify(await sign({ ...claims, [name]: { nested: 1 } }))).toBe('invalid');
  expect(await verify(await sign({ ...claims, [name]: '' }))).toBe('invalid');
});

test.each([
  { iss: 'another rail' },
  { aud: 'another shop' },
  { aud: ['shop'] },
  { amount: '12.505' },
  { amount: 12.5 },
  { amount: '-1' },
  { status: 'settled' },
  { paidAt: '2026-11-21' },
  { paidAt: '2026-02-30T10:00:00.000Z' },
  { jti: 'x'.repeat(256) },
])('%o is invalid', async (change) => expect(await verify(await sign({ ...claims, ...change }))).toBe('invalid'));

const seconds = Math.floor(now / 1000);
const minutes = 60;
test.each<[string, object]>([
  ['has ended', { exp: seconds - 5 * minutes }],
  ['ended before it was issued', { iat: seconds, exp: seconds - minutes }],
  ['does not hold yet', { nbf: seconds + 5 * minutes + 1 }],
  ['is of the future', { iat: seconds + 5 * minutes + 1 }],
  ['is of a payment in the future', { paidAt: '2026-11-21T10:06:00.000Z' }],
  ['was issued before its payment', { iat: seconds - 20 * minutes }],
  ['has an end that is no time', { exp: '2027-01-01T00:00:00Z' }],
  ['has an end of null', { exp: null }],
  ['has a beginning with a fraction', { nbf: seconds - 0.5 }],
  ['was issued before 1970', { iat: -1, paidAt: '1969-01-01T00:00:00.000Z' }],
  ['ends in milliseconds', { exp: now + 60_000 }],
])('a receipt that %s is invalid', async (_what, change) => {
  expect(await verify(await sign({ ...claims, ...change }))).toBe('invalid');
});

test.each([
  { exp: seconds + 1 },
  { iat: seconds - 5 * minutes, exp: seconds - 5 * minutes + 1 },
  { nbf: seconds + 5 * minutes },
  { nbf: seconds - 1, exp: seconds + minutes },
  { iat: seconds + 5 * minutes },
])('%o is accepted, because clocks differ', async (change) => {
  expect(await verify(await sign({ ...claims, ...change }))).toMatchObject({ receiptId: 'rcp_1' });
});

test.each([
  ['another type', { ...header, typ: 'JWT' }],
  ['no type', { alg: 'Ed25519', kid: 'key-1' }],
  ['another key id', { ...header, kid: 'key-2' }],
  ['no key id', { alg: 'Ed25519', typ: 'web-receipt+jwt' }],
  ['a key of its own', { ...header, jwk: publicKey.export({ format: 'jwk' }) }],
  ['a place to fetch a key', { ...header, jku: 'https://evil.example/keys' }],
  ['a certificate', { ...header, x5u: 'https://evil.example/cert' }],
  ['the algorithm by its old name', { ...header, alg: 'EdDSA' }],
])('a header with %s is invalid', async (_what, protectedHeader) => {
  expect(await verify(await sign(claims, protectedHeader))).toBe('invalid');
});

test('a signature with another key, or an HMAC with the public key, is invalid', async () => {
  expect(await verify(await sign(claims, header, generateKeyPairSync('ed25519').privateKey))).toBe('invalid');
  const secret = Buffer.from(publicKey.export({ format: 'jwk' }).x ?? '', 'base64url');
  expect(await verify(await sign(claims, { ...header, alg: 'HS256' }, secret))).toBe('invalid');
});

test('an unsigned receipt is invalid', async () => {
  const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  expect(await verify(`${encode({ ...header, alg: 'none' })}.${encode(claims)}.`)).toBe('invalid');
});

test('a receipt that was changed after signing is invalid', async () => {
  const [head, , signature] = (await sign(claims)).split('.');
  const payload = Buffer.from(JSON.stringify({ ...claims, amount: '99.00' })).toString('base64url');
  expect(await verify(`${head}.${payload}.${signature}`)).toBe('invalid');
});

test('another encoding of the same bytes is invalid', async () => {
  const text = await sign(claims);
  const last = text.charAt(text.length - 1);
  const leftOver = String.fromCharCode(last.charCodeAt(0) + 1);
  expect(await verify(text)).toMatchObject({ receiptId: 'rcp_1' });
  const changed = [`${text.slice(0, -9)} ${text.slice(-9)}`, text.slice(0, -1) + leftOver];
  for (const other of [`${text} `, `${text}\n`, `${text}==`, ...changed]) expect(await verify(other)).toBe('invalid');
});

test.each(['', 'x', '..', 'a.b.c', '{"payload":""}', 'é.é.é', ' '])('%o is invalid', async (text) => {
  expect(await verify(text)).toBe('invalid');
});

test('a signed text that is not an object is invalid', async () => {
  for (const payload of ['', 'null', '[]', '"text"', '{']) expect(await verify(await sign(payload))).toBe('invalid');
});

test('a critical header is invalid', async () => {
  const signed = await new FlattenedSign(Buffer.from(JSON.stringify(claims)))
    .setProtectedHeader({ ...header, crit: ['exp'], exp: 1 } as never)
    .sign(privateKey, { crit: { exp: true } });
  expect(await verify(`${signed.protected}.${signed.payload}.${signed.signature}`)).toBe('invalid');
});

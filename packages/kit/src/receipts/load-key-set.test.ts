import { generateKeyPairSync, type JsonWebKey } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeTestDirectory } from '../../testing/make-test-directory.ts';
import { KeySetError, loadKeySet } from './load-key-set.ts';

const pair = generateKeyPairSync('ed25519');
const jwk: JsonWebKey = pair.publicKey.export({ format: 'jwk' });
const rsa = generateKeyPairSync('rsa', { modulusLength: 1024 }).publicKey.export({ format: 'jwk' });

function write(content: unknown): string {
  const file = join(makeTestDirectory(), 'keys.json');
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
  return file;
}

test('finds every key by its kid', () => {
  const keys = loadKeySet(write({ keys: ['2026-10', '2026-11'].map((kid) => ({ ...jwk, kid })) }));
  expect([...keys.keys()]).toEqual(['2026-10', '2026-11']);
  expect(keys.get('2026-11')?.asymmetricKeyType).toBe('ed25519');
});

test.each<[string, unknown, RegExp]>([
  ['no JSON', '{', /it is no JWK Set/],
  ['no set', 'null', /it is no JWK Set/],
  ['a set of others', { keys: ['x'] }, /it is no JWK Set/],
  ['no key', { keys: [] }, /it holds no key/],
  ['no kid', { keys: [jwk] }, /a key has no kid/],
  ['a private key', { keys: [{ ...pair.privateKey.export({ format: 'jwk' }), kid: 'a' }] }, /"a" is private/],
  ['RSA', { keys: [{ ...rsa, kid: 'a' }] }, /"a" is not Ed25519/],
  ['a damaged key', { keys: [{ ...jwk, x: 'AA', kid: 'a' }] }, /"a" is damaged/],
  ['a kid twice', { keys: Array(2).fill({ ...jwk, kid: 'a' }) }, /two keys have the kid "a"/],
  ["a sandbox's key", { keys: [{ ...jwk, kid: 'sandbox-0011' }] }, /"sandbox-0011" belongs to a sandbox/],
])('refuses %s', (_what, content, why) => {
  const load = () => loadKeySet(write(content));
  expect(load).toThrow(KeySetError);
  expect(load).toThrow(why);
});

test('rejects a file that does not exist', () => {
  expect(() => loadKeySet('/nowhere/keys.json')).toThrow(/cannot be read \(ENOENT\)/);
});

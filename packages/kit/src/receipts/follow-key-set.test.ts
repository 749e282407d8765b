import { generateKeyPairSync } from 'node:crypto';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeTestDirectory } from '../../testing/make-test-directory.ts';
import { followKeySet, KeySetError } from './load-key-set.ts';

test('keys change with their file, and stay unchanged while the file cannot be used', () => {
  const file = join(makeTestDirectory(), 'keys.json');
  const write = (...kids: string[]) => {
    const keys = kids.map((kid) => ({ ...generateKeyPairSync('ed25519').publicKey.export({ format: 'jwk' }), kid }));
    writeFileSync(file, JSON.stringify({ keys }));
  };
  const log: string[] = [];
  const keep = (_facts: object, message: string) => void log.push(message);
  const logger = { info: keep, warn: keep, error: keep };
  expect(() => followKeySet(file, logger)).toThrow(KeySetError);
  write('old');
  const keys = followKeySet(file, logger);
  expect([...keys().keys()]).toEqual(['old']);
  write('old', 'new');
  expect([...keys().keys()]).toEqual(['old', 'new']);
  writeFileSync(file, 'half a fi');
  expect([...keys().keys()]).toEqual(['old', 'new']);
  rmSync(file);
  expect([...keys().keys()]).toEqual(['old', 'new']);
  write('new');
  expect([...keys().keys()]).toEqual(['new']);
  expect(log.filter((line) => line.includes('cannot be used'))).toHaveLength(2);
});

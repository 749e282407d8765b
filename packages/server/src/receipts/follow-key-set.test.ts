import { generateKeyPairSync } from 'node:crypto';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { makeTestDirectory } from '../../testing/start-test-server.ts';
import { StartError } from '../errors/start-error.ts';
import { followKeySet } from './load-key-set.ts';

test('keys change with their file, and stay as they were while it cannot be used', () => {
  const file = join(makeTestDirectory(), 'keys.json');
  const write = (...kids: string[]) => {
    const keys = kids.map((kid) => ({ ...generateKeyPairSync('ed25519').publicKey.export({ format: 'jwk' }), kid }));
    writeFileSync(file, JSON.stringify({ keys }));
  };
  const log: string[] = [];
  const logger = pino({ level: 'info' }, { write: (line) => void log.push(JSON.parse(line).msg) });
  expect(() => followKeySet(file, logger)).toThrow(StartError);
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

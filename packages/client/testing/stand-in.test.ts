/** Tests that openapi-fetch, which has reached its end of life, can be replaced with any code that builds requests as it does. */
import { join, resolve } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { expect, test } from 'vitest';
import { runCommand } from './install-client.ts';

test('the tests of requests pass with another implementation in the place of openapi-fetch', async () => {
  const vitest = resolve(import.meta.dirname, '../node_modules/vitest/vitest.mjs');
  const said = await runCommand(process.execPath, [vitest, 'run', '--config', join(import.meta.dirname, 'stand-in.config.ts')]);
  // runCommand throws if a test fails, because vitest then exits with a code other than 0.
  const [, files, tests] =
    /Test Files +(\d+) passed \(\1\)\s+Tests +(\d+) passed \(\2\)/.exec(stripVTControlCharacters(said)) ?? [];
  expect(Number(files)).toBe(5);
  expect(Number(tests)).toBeGreaterThan(100);
});

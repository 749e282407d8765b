/** openapi-fetch is at its end of life: whatever builds requests as it does can take its place. */
import { join, resolve } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { expect, test } from 'vitest';
import { runCommand } from './run-command.ts';

test('the tests of requests pass with another implementation in the place of openapi-fetch', async () => {
  const vitest = resolve(import.meta.dirname, '../node_modules/vitest/vitest.mjs');
  const said = await runCommand(process.execPath, [vitest, 'run', '--config', join(import.meta.dirname, 'stand-in.config.ts')]);
  // It exits with another code than 0, and runCommand throws, unless all of them pass.
  const [, files, tests] =
    /Test Files +(\d+) passed \(\1\)\s+Tests +(\d+) passed \(\2\)/.exec(stripVTControlCharacters(said)) ?? [];
  expect(Number(files)).toBe(5);
  expect(Number(tests)).toBeGreaterThan(100);
});

/** Tests that every file, export and dependency is used. Knip finds unused ones; `knip.json` names the entry points. */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from './repository.ts';
import { startCommand } from './run-block.ts';

test('nothing is unused', async () => {
  const knip = join(root, 'packages/house-rules/node_modules/.bin/knip');
  const { exit, output } = await startCommand(knip, ['--no-progress', '--no-config-hints'], {}, 150_000).ended;
  expect(output.trim()).toBe('');
  expect(exit).toBe(0);
});

/** Tests that every block of the client's README runs unchanged against a fresh sandbox, and has no type error. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Running } from '@payment-invoice/browser/run-process';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readText, root } from './repository.ts';
import { commandFor, findTypeErrors, readBlocks, startCommand } from './run-block.ts';

const patience = 60_000;
const blocks = readBlocks(readText('packages/client/README.md'));
const data = mkdtempSync(join(tmpdir(), 'payment-invoice-client-readme-'));
/** A folder inside the client's folder, because only there can Node.js resolve the client's own name. */
const folder = join(root, `packages/client/.readme-check-client-${process.pid}`);
let sandbox: Running | undefined;
let env: NodeJS.ProcessEnv = {};

beforeAll(async () => {
  const settings = { PORT: '0', HOST: '127.0.0.1', DATA_DIR: data };
  sandbox = startCommand(process.execPath, ['packages/server/bin/server.ts', '--json'], settings, 30 * 60_000);
  const { baseUrl, token } = JSON.parse((await sandbox.waitFor(/^\{.*"token".*\}$/m))[0]) as { baseUrl: string; token: string };
  env = { BASE_URL: baseUrl, TOKEN: token, CALLBACK_SECRET: `whsec_${Buffer.alloc(32, 7).toString('base64')}` };
});

afterAll(async () => {
  sandbox?.signal('SIGTERM');
  await sandbox?.ended;
  for (const made of [data, folder]) rmSync(made, { recursive: true, force: true });
});

test('nothing is skipped but what installs', () => {
  const skipped = blocks.filter(({ marker }) => marker.kind === 'skip');
  expect(skipped.filter(({ code }) => !/\bnpm (install|run setup|run prove)/.test(code))).toEqual([]);
  expect(blocks.length - skipped.length).toBeGreaterThan(10);
});

test.for(blocks.filter(({ marker }) => marker.kind === 'run'))(
  'packages/client/README.md line $line runs',
  { timeout: 2 * patience },
  async (block) => {
    const [file, args] = commandFor(block, blocks, folder);
    const { exit, output } = await startCommand(file, args, env, patience).ended;
    expect(exit, `line ${block.line} said:\n${output}`).toBe(0);
  },
);

test('packages/client/README.md has no error of type', { timeout: patience }, async () => {
  const typed = blocks.filter(({ marker, language }) => marker.kind === 'run' && language === 'ts');
  for (const block of typed) commandFor(block, blocks, folder);
  expect(typed.length).toBeGreaterThan(5);
  expect(await findTypeErrors(typed, folder, patience)).toBe('');
});

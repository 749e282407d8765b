/** Tests that every command and piece of code in the documents of the root folder runs unchanged against a fresh sandbox. */
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Running } from '@payment-invoice/browser/run-process';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readText, root } from './repository.ts';
import { type Block, commandFor, findTypeErrors, readBlocks, startCommand } from './run-block.ts';

/** The maximum number of milliseconds for a block. One block runs the conformance suite. */
const patience = 150_000;
/**
 * Matches commands that a document may exclude from this test: those that run tests, because they would run this test again;
 * those that come before there is a checkout; those that `npm test` and the drill run anyway; and those that take minutes.
 */
const mayBeSkipped = /\bgit clone\b|\bnpm (?:test|t)\b|\bnpm run (?:format|owed|prove)\b/;

/** The documents for everyone who opens the repository. */
const documents = ['README.md', 'CONTRIBUTING.md', 'ARCHITECTURE.md', 'SECURITY.md'].map(readDocument);
const blocks = documents.flatMap((document) => document.blocks);
const folder = mkdtempSync(join(tmpdir(), 'payment-invoice-readme-'));
/** A folder inside the client's folder, because only there can Node.js resolve the client's own name. */
const codeFolder = join(root, `packages/client/.readme-check-${process.pid}`);
const temporary = join(folder, 'tmp');
let sandbox: Running | undefined;
let env: NodeJS.ProcessEnv = {};

beforeAll(async () => {
  if (blocks.length === 0) return;
  const settings = { PORT: '0', HOST: '127.0.0.1', DATA_DIR: join(folder, 'sandbox') };
  sandbox = startCommand(process.execPath, ['packages/server/bin/server.ts', '--json'], settings, 30 * 60_000);
  const { baseUrl, token } = JSON.parse((await sandbox.waitFor(/^\{.*"token".*\}$/m))[0]) as { baseUrl: string; token: string };
  mkdirSync(temporary);
  env = { ...settings, TMPDIR: temporary, DATA_DIR: join(folder, 'blocks'), BASE_URL: baseUrl, TOKEN: token };
});

afterAll(async () => {
  sandbox?.signal('SIGTERM');
  await sandbox?.ended;
  rmSync(folder, { recursive: true, force: true });
  rmSync(codeFolder, { recursive: true, force: true });
});

test.each(documents)('$name is there, and its blocks say what becomes of them', ({ name, mistake }) => {
  expect(existsSync(join(root, name)), `${name} is missing at the root of the repository`).toBe(true);
  expect(mistake).toBeUndefined();
});

test('README.md has commands that run', () => {
  expect(documents[0]?.blocks.filter(({ marker }) => marker.kind !== 'skip').length).toBeGreaterThan(0);
});

test('what is skipped has to be', () => {
  const wrong = blocks.filter(({ marker, code }) => marker.kind === 'skip' && !mayBeSkipped.test(code));
  expect(wrong.map(({ name, line }) => `${name} line ${line} is skipped, and is none of those`)).toEqual([]);
});

describe('the commands', () => {
  test.for(blocks.filter(({ marker }) => marker.kind === 'run'))(
    '$name line $line runs',
    { timeout: patience + 30_000 },
    async (block) => {
      const [file, args] = commandFor(block, blocks, codeFolder);
      const { exit, output } = await startCommand(file, args, env, patience).ended;
      const expected = block.marker.kind === 'run' ? block.marker.exit : 0;
      expect(exit, `${block.name} line ${block.line} said:\n${output}`).toBe(expected);
      expect(readdirSync(temporary), `${block.name} line ${block.line} leaves files behind`).toEqual([]);
      if (block.language === 'ts') expect(await findTypeErrors([block], codeFolder, patience)).toBe('');
    },
  );

  test.for(blocks.filter(({ marker }) => marker.kind === 'server'))(
    '$name line $line starts a server, and SIGTERM ends it',
    { timeout: patience + 30_000 },
    async (block) => {
      // The trap keeps the shell alive when a signal stops the server. The shell in a reader's terminal stays alive too.
      const running = startCommand('sh', ['-c', `trap : TERM\n${block.code}`], env, patience);
      try {
        const [baseUrl] = await running.waitFor(/https?:\/\/[\w.:[\]-]+(?=[\s/"'])/);
        expect((await fetch(baseUrl)).status).toBeLessThan(500);
      } finally {
        running.signal('SIGTERM');
      }
      const { exit, output } = await running.ended;
      expect(exit, `${block.name} line ${block.line} said:\n${output}`).toBe(0);
    },
  );
});

/** Reads the blocks of a document. Returns a mistake instead of throwing an error, which would leave this file without tests. */
function readDocument(name: string): { name: string; blocks: (Block & { name: string })[]; mistake?: string } {
  try {
    const found = existsSync(join(root, name)) ? readBlocks(readText(name)) : [];
    return { name, blocks: found.map((block) => ({ ...block, name })) };
  } catch (error) {
    return { name, blocks: [], mistake: (error as Error).message.replace('README.md', name) };
  }
}

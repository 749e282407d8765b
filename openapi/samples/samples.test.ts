/** Runs every sample, unchanged, against a fresh sandbox, so that none becomes outdated. */
import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readOwnContract } from '../docs/list-prose.ts';
import { readSamples, samplesFolderOf } from '../docs/read-samples.ts';
import { type ServedDocs, startServer } from '../docs/testing/serve-docs.ts';
import { stateAfter } from '../reader/list-lifecycles.ts';

const root = resolve(import.meta.dirname, '../..');
/** A folder for copies of the samples. It is inside the client's folder, so that Node.js can import the client by its name. */
const code = join(root, `packages/client/.samples-${process.pid}`);
const { operations, lifecycles } = readOwnContract();
const called = operations.map(({ id }) => id);

let server: ServedDocs | undefined;
let env: Record<string, string> = {};

beforeAll(async () => {
  server = await startServer();
  env = { BASE_URL: server.baseUrl, TOKEN: server.token };
});

afterAll(async () => {
  await server?.stop();
  rmSync(code, { recursive: true, force: true });
});

/** The samples of each operation, and the commands that run them. If the program in `needs` is missing, the test is skipped. */
const languages = [
  { file: 'curl.sh', command: 'sh', needs: 'curl' },
  { file: 'client.ts', command: process.execPath, needs: process.execPath },
  { file: 'python.py', command: 'python3', needs: 'python3' },
].map((language) => ({ ...language, missing: spawnSync(language.needs, ['--version']).status !== 0 }));

test('every operation has a sample in each language', () => {
  expect(called.length).toBeGreaterThan(0);
  for (const { id, callback } of operations.flatMap((operation) => [operation, ...operation.callbacks])) {
    const labels = callback ? ['TypeScript', 'Python'] : ['curl', 'TypeScript', 'Python'];
    expect(readSamples(import.meta.dirname, id).map(({ label }) => label)).toEqual(labels);
  }
});

describe.each(called)('%s', (operation) => {
  for (const { file, command, needs, missing } of languages) {
    test.skipIf(missing)(`${file} runs${missing ? ` (skipped: there is no ${needs} on this machine)` : ''}`, async () => {
      const created = await post('/api/v1/payments/create', { cashTag: '$coffeeshop', amount: 12.5 });
      const paid = await post('/sandbox/payments', { invoiceId: created.id, amount: 12.5, outcome: 'completed' });
      if (isForPaid(operation)) await post('/api/v1/payments/submit', { invoiceId: created.id, webReceipt: paid.webReceipt });
      const prepared = { ...env, INVOICE_ID: created.id, WEB_RECEIPT: paid.webReceipt };

      const { status, stdout, stderr } = spawnSync(command, [place(operation, file)], {
        env: { ...process.env, ...prepared },
        encoding: 'utf8',
        timeout: 30_000,
      });
      expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
      const id = /inv_[0-9a-z]{26}/.exec(stdout)?.[0];
      if (operation === 'createPayment') expect(id).not.toBe(created.id);
      else expect(id).toBe(created.id);
      const now = await post('/api/v1/payments/fetch', { invoiceId: id });
      expect(now.status).toBe(statusAfter(operation));
      expect(stdout).toContain(now.status);
    });
  }
});

test("the TypeScript samples have no errors of type, which a reader's editor would show", () => {
  const files = called.map((operation) => place(operation, 'client.ts'));
  const config = join(code, 'tsconfig.json');
  const compilerOptions = { composite: false, noEmit: true, declarationMap: false, sourceMap: false };
  writeFileSync(config, JSON.stringify({ extends: '../../../tsconfig.json', compilerOptions, files, references: [] }));
  const { status, stdout } = spawnSync(join(root, 'node_modules/.bin/tsc'), ['-p', config], { encoding: 'utf8' });
  expect(stdout).toBe('');
  expect(status).toBe(0);
});

const stepsOf = (operation: string) =>
  lifecycles.flatMap(({ events, transitions }) =>
    transitions.filter(({ event, to, problem }) => events.get(event)?.operation === operation && to && !problem),
  );

function isForPaid(operation: string): boolean {
  const states = stepsOf(operation).flatMap(({ from }) => from);
  return states.length > 0 && !states.includes('PENDING');
}

function statusAfter(operation: string): string | undefined {
  // This test's receipt pays in full.
  if (operation === 'submitReceipt') return 'PAID';
  const state = isForPaid(operation) ? 'PAID' : 'PENDING';
  const step = stepsOf(operation).find(({ from }) => from.includes(state));
  return step ? stateAfter(step, state) : state;
}

/** Returns the file to run. For TypeScript it is a copy that can import the client by name. */
function place(operation: string, file: string): string {
  const source = join(import.meta.dirname, samplesFolderOf(operation), file);
  if (!file.endsWith('.ts')) return source;
  const copy = join(code, samplesFolderOf(operation), file);
  if (!existsSync(copy)) {
    mkdirSync(dirname(copy), { recursive: true });
    copyFileSync(source, copy);
  }
  return copy;
}

async function post(path: string, body: unknown): Promise<Record<string, string>> {
  const answer = await fetch(env.BASE_URL + path, {
    method: 'POST',
    headers: { authorization: `Bearer ${env.TOKEN}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  expect(answer.status).toBe(200);
  return (await answer.json()) as Record<string, string>;
}

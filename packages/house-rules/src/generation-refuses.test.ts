/** The generator names what a contract lacks, and writes nothing. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { root } from './repository.ts';

const folder = mkdtempSync(join(tmpdir(), 'payment-invoice-refused-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test.each([
  ['no problems', ''],
  ['a problem that is a number', 'x-problems: { lost: 404 }'],
  ['a problem without a title', 'x-problems: { lost: { status: 404 } }'],
  ['a problem whose status is a word', 'x-problems: { lost: { status: gone, title: Lost } }'],
])('%s', (_what, problems) => {
  const contract = join(folder, 'contract.yaml');
  const out = join(folder, 'out');
  writeFileSync(contract, `openapi: 3.1.0\ninfo: { title: Things, version: 1.0.0 }\npaths: {}\n${problems}\n`);
  const command = [join(root, 'packages/generated/bin/generate.ts'), '--contract', contract, '--out', out];
  const { status, stdout, stderr } = spawnSync(process.execPath, command, { encoding: 'utf8' });
  expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
  expect(stderr).toBe(`${contract} needs x-problems: each code with a status and a title; nothing was written.\n`);
  expect(existsSync(out)).toBe(false);
});

test('a contract whose statuses have no lifecycle', () => {
  const contract = join(folder, 'no-lifecycle.yaml');
  const out = join(folder, 'no-lifecycle');
  const problems = 'x-problems: { lost: { status: 404, title: Lost } }';
  writeFileSync(contract, `openapi: 3.1.0\ninfo: { title: Things, version: 1.0.0 }\npaths: {}\n${problems}\n`);
  const command = [join(root, 'packages/generated/bin/generate.ts'), '--contract', contract, '--out', out];
  const { status, stderr } = spawnSync(process.execPath, command, { encoding: 'utf8' });
  expect(status).toBe(1);
  expect(stderr).toBe(`${contract} needs a schema InvoiceStatus with x-lifecycle; nothing was written.\n`);
  expect(existsSync(out)).toBe(false);
});

/**
 * Tests the suite as a single executable file: it must work like the command, without other files and with an empty environment.
 */
import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { mistakesOf } from '../../testing/mistakes-of.ts';
import { against } from '../../testing/run-conformance.ts';
import { startFault } from '../../testing/with-subject.ts';

const folder = mkdtempSync(join(tmpdir(), 'payment-invoice-executable-'));
const executable = join(folder, 'suite');

/** Runs a file as a process and waits until it ends. */
function run(file: string, args: string[], env: NodeJS.ProcessEnv = {}): Promise<{ exit: number; output: string }> {
  return new Promise((resolve) => {
    const child = execFile(file, args, { cwd: folder, env }, (_error, stdout, stderr) =>
      resolve({ exit: child.exitCode ?? -1, output: stdout + stderr }),
    );
  });
}

beforeAll(async () => {
  const maker = join(import.meta.dirname, '../../../scripts/packages/make-executable.ts');
  const made = await run(process.execPath, [maker, '--out', executable], process.env);
  expect(made).toMatchObject({ exit: 0 });
});
afterAll(() => rmSync(folder, { recursive: true }));

test('says what it is, and refuses a wrong option with exit 2', async () => {
  expect((await run(executable, ['--version'])).output).toMatch(/^@payment-invoice\/conformance \S+, contract \S+ /);
  const wrong = await run(executable, ['--base-url', 'nonsense']);
  expect(wrong).toMatchObject({ exit: 2, output: expect.stringContaining('is not a URL') });
}, 60_000);

test('checks a deployment with an adapter of the reader’s, and leaves the reports', async () => {
  const running = await startFault('amount-changed-at-fetch');
  writeFileSync(join(folder, 'adapter.mjs'), 'export const pay = async () => null;\n');
  const chosen = ['--adapter', 'adapter.mjs', '--case', 'fetch-payment'];
  const { exit, output } = await run(executable, [...against(running), ...chosen]);
  await running.close();
  expect(output).toContain('invoice-amount');
  expect(output).toContain('is not conformant');
  expect(exit).toBe(1);
  const out = join(folder, 'conformance-report');
  expect(readdirSync(out)).toEqual(['badge.svg', 'exchanges.har', 'junit.xml', 'report.html', 'report.json']);
  expect(mistakesOf(JSON.parse(readFileSync(join(out, 'report.json'), 'utf8')))).toEqual([]);
  expect((await run(executable, ['compare', out, out])).exit).toBe(0);
}, 120_000);

/** Tests the workflows with another project's runner against the sandbox: they pass, and a wrong expectation is noticed. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';

const room = resolve(import.meta.dirname, '..');
const scratch = mkdtempSync(join(tmpdir(), 'payment-invoice-arazzo-'));
let server: ChildProcess | undefined;
let sandbox = { baseUrl: '', token: '' };

beforeAll(async () => {
  server = spawn(process.execPath, [resolve(room, '../packages/server/bin/server.ts'), '--json'], {
    env: { ...process.env, PORT: '0', HOST: '127.0.0.1', DATA_DIR: join(scratch, 'data') },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  if (!server.stdout) throw new Error('The server has no standard output.');
  const [line] = await once(server.stdout, 'data');
  sandbox = JSON.parse(String(line));
});

afterAll(async () => {
  if (server) {
    server.kill('SIGTERM');
    await once(server, 'exit');
  }
  rmSync(scratch, { recursive: true, force: true });
});

/** Runs `redocly respect` as readers of the docs would. */
async function respect(file: string, ...more: string[]): Promise<{ exit: number; printed: string }> {
  const cli = join(dirname(fileURLToPath(import.meta.resolve('@redocly/cli/package.json'))), 'bin/cli.js');
  const servers = ['payments', 'sandbox'].flatMap((name) => ['--server', `${name}=${sandbox.baseUrl}`]);
  const args = [cli, 'respect', file, '--input', `token=${sandbox.token}`, ...servers, ...more];
  const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
  return await new Promise((resolve) => {
    execFile(process.execPath, args, { cwd: dirname(file), env, maxBuffer: 1e8 }, (error, stdout, stderr) => {
      resolve({ exit: Number(error?.code ?? 0), printed: stdout + stderr });
    });
  });
}

test('every workflow passes', async () => {
  const { exit, printed } = await respect(join(import.meta.dirname, 'payments.arazzo.yaml'));
  expect(printed).toMatch(/Workflows: 5 passed, 5 total/);
  expect(exit).toBe(0);
});

test('a workflow that promises another status fails', async () => {
  cpSync(join(room, 'openapi.yaml'), join(scratch, 'openapi.yaml'));
  cpSync(import.meta.dirname, join(scratch, 'arazzo'), { recursive: true });
  const file = join(scratch, 'arazzo/payments.arazzo.yaml');
  writeFileSync(file, readFileSync(file, 'utf8').replace("== 'UNDER_PAID'", "== 'PAID'"));
  const { exit, printed } = await respect(file, '--workflow', 'payInParts');
  expect(printed).toContain("$response.body#/status == 'PAID'");
  expect(exit).toBe(1);
});

import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { takeTurns } from '@payment-invoice/browser/take-turns';

const root = join(import.meta.dirname, '../../..');

/** A running sandbox server. */
export interface ServedDocs {
  baseUrl: string;
  token: string;
  stop: () => Promise<void>;
}

/** Builds the docs if they are outdated, and returns their folder. Test files run in parallel: one builds, the others wait. */
export async function buildDocs(): Promise<string> {
  const folder = join(root, 'packages/generated/docs');
  await takeTurns(folder, async () => void execFileSync('sh', [join(root, 'scripts/docs-if-stale.sh')], { stdio: 'pipe' }));
  return folder;
}

/** Starts the reference server with the current docs. */
export async function serveDocs(): Promise<ServedDocs> {
  await buildDocs();
  return startServer();
}

/** Starts the reference server in a separate process, with data of its own. */
export async function startServer(): Promise<ServedDocs> {
  const data = mkdtempSync(join(tmpdir(), 'payment-invoice-docs-server-'));
  const server = spawn(process.execPath, [join(root, 'packages/server/bin/server.ts'), '--json'], {
    env: { ...process.env, PORT: '0', HOST: '127.0.0.1', DATA_DIR: data },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const [line] = await once(server.stdout, 'data');
  const { baseUrl, token } = JSON.parse(String(line));
  return {
    baseUrl,
    token,
    async stop() {
      server.kill('SIGTERM');
      await once(server, 'exit');
      rmSync(data, { recursive: true, force: true });
    },
  };
}

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

/** The reference server as a process of its own: the client knows it by its URL alone. */
export interface Sandbox {
  baseUrl: string;
  token: string;
  dataDir: string;
  stop(): Promise<void>;
}

const root = resolve(import.meta.dirname, '../../..');

/** Starts the sandbox on a free port with an empty database, which goes with it. */
export async function startSandbox(): Promise<Sandbox> {
  const dataDir = mkdtempSync(join(tmpdir(), 'payment-invoice-client-'));
  const child: ChildProcess = spawn(process.execPath, ['packages/server/bin/server.ts', '--json'], {
    cwd: root,
    env: { ...process.env, PORT: '0', HOST: '127.0.0.1', DATA_DIR: dataDir },
    // Its log would fill a pipe that nobody reads.
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const ended = once(child, 'exit');
  const said = await Promise.race([once(child.stdout as NodeJS.ReadableStream, 'data'), ended]);
  if (!String(said[0]).startsWith('{')) throw new Error('The sandbox did not start. Run `npm start` to see why.');
  const { baseUrl, token } = JSON.parse(String(said[0])) as { baseUrl: string; token: string };
  return {
    baseUrl,
    token,
    dataDir,
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

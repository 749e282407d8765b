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
    env: { ...process.env, MODE: 'sandbox', PORT: '0', HOST: '127.0.0.1', DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  let complaint = '';
  child.stdout?.setEncoding('utf8').on('data', (text: string) => (said += text));
  // Its log is read to the end, or the pipe would fill; what it said before it listened is kept.
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (complaint = `${complaint}${text}`.slice(0, 2000)));
  const ended = once(child, 'exit');
  while (!said.includes('\n')) {
    const isOver = await Promise.race([
      once(child.stdout as NodeJS.ReadableStream, 'data').then(() => false),
      ended.then(() => true),
    ]);
    if (isOver) throw new Error(`The sandbox did not start:\n${complaint}`);
  }
  const { baseUrl, token } = JSON.parse(said) as { baseUrl: string; token: string };
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

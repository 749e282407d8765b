import { spawn } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Place } from '../generators/generator.ts';
import { endGroup, toolEnvironment } from '../run/command.ts';
import { missingTools } from '../run/missing-tools.ts';
import { runAll } from '../run/run-all.ts';
import type { Server } from './server.ts';

export interface ServerResult {
  title: string;
  /** Lines that a person wrote, without what is generated. */
  lines: number;
  /** The suite's last words, or why it did not run. */
  verdict: string;
  exit: number | null;
}

/** Generates and builds a server, and runs the conformance suite against it. @throws only when `signal` is aborted */
export async function tryServer(
  server: Server,
  place: Place,
  sources: string,
  root: string,
  signal: AbortSignal,
): Promise<ServerResult> {
  const folder = join(sources, server.id);
  const result = { title: server.title, lines: countLines(folder), exit: null };
  const missing = missingTools(server.needs);
  if (missing.length > 0) return { ...result, verdict: `not run: ${missing.join(', ')} not on the PATH` };
  rmSync(place.folder, { recursive: true, force: true });
  mkdirSync(place.folder, { recursive: true });
  cpSync(folder, place.folder, { recursive: true });
  const failure = await runAll(server.prepare(place), place, 'build.log', signal);
  if (failure !== undefined) return { ...result, verdict: failure };
  const { exit, printed } = await runSuite(server.start(place), place, root, signal);
  const verdict = printed.split('\n').filter((line) => /conform|pass/.test(line));
  return { ...result, exit, verdict: verdict.join(' ').replace(/http:\/\/\S+/, 'It') || printed.slice(-500) };
}

async function runSuite(
  start: string,
  place: Place,
  root: string,
  signal: AbortSignal,
): Promise<{ exit: number | null; printed: string }> {
  const pay = 'python3 conformance/adapters/python/pay.py';
  const args = ['conformance/bin/conformance.ts', '--start', start, '--pay', pay, '--out', join(place.folder, 'report')];
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: { ...process.env, ...toolEnvironment(place.cache), RECEIPT_KEY: 'anything' },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  const end = () => endGroup(child.pid);
  signal.addEventListener('abort', end);
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      printed += chunk;
    });
  }
  const exit = await new Promise<number | null>((resolve) => child.once('close', resolve));
  signal.removeEventListener('abort', end);
  signal.throwIfAborted();
  return { exit, printed };
}

function countLines(folder: string): number {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => /\.(go|py)$/.test(file));
  const lines = files.flatMap((file) => readFileSync(join(folder, file), 'utf8').split('\n'));
  return lines.filter((line) => line.trim() !== '').length;
}

import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdirSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { pinned } from './pin.ts';
import { spawnTied } from './spawn-tied.ts';

/** A server that is measured, running in a process of its own. */
export interface Subject {
  name: string;
  baseUrl: string;
  token: string;
  pid: number;
  /** The folder of its database and its log. */
  directory: string;
  /** Ends it. */
  stop(): Promise<void>;
}

/** The folder in which `npm start` keeps compiled code. */
const nodeCompileCache = join(import.meta.dirname, '../../server/node_modules/.cache/compiled');

/** The longest that a server may take to stop, in milliseconds. */
const stopTime = 15_000;

/** The name of our server in tables. */
export const ours = 'this server';

/**
 * Starts a server on its core; a second start of the name in the same place finds the data of the first.
 * @throws Error when it ends before it takes requests
 */
export async function startSubject(name: string, place: string): Promise<Subject> {
  const directory = join(place, name.replaceAll(/\W+/g, '-'));
  mkdirSync(directory, { recursive: true });
  const log = openSync(join(directory, 'log'), 'a');
  const script =
    name === ours
      ? [join(import.meta.dirname, '../../server/bin/server.ts'), '--json']
      : [join(import.meta.dirname, '../bin/peer.ts'), name, directory];
  const child = spawnTied(pinned('server', [process.execPath, ...script]), {
    // As `npm start` has it, which keeps compiled code.
    env: { PATH: process.env.PATH, NODE_ENV: 'production', PORT: '0', DATA_DIR: directory, NODE_COMPILE_CACHE: nodeCompileCache },
    stdio: ['ignore', 'pipe', log],
  });
  closeSync(log);
  const { baseUrl, token } = JSON.parse(await firstLine(name, child, join(directory, 'log')));
  return {
    name,
    baseUrl,
    token,
    // Not that of a wrapper: taskset becomes the server.
    pid: child.pid ?? 0,
    directory,
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const closed = once(child, 'close');
      child.kill('SIGTERM');
      const late = setTimeout(() => child.kill('SIGKILL'), stopTime);
      await closed;
      clearTimeout(late);
    },
  };
}

async function firstLine(name: string, child: ChildProcess, log: string): Promise<string> {
  if (!child.stdout) throw new Error('There is no standard output.');
  const ended = once(child, 'close').then(([code]) => {
    throw new Error(`${name} did not start: it ended with ${code}; its log is ${log}.`);
  });
  ended.catch(() => undefined);
  const [line] = (await Promise.race([once(createInterface({ input: child.stdout }), 'line'), ended])) as [string];
  return line;
}

import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdirSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Usage } from '../../bin/probe.ts';
import { pinned } from './pin.ts';
import { spawnTied } from './spawn-tied.ts';

/** The way to start a server that is measured. */
export interface SubjectPlan {
  /** Its name in tables. */
  name: string;
  /** The script that prints a line of JSON with `baseUrl` and `token` once it listens, and its arguments. */
  script: readonly string[];
  /** Variables of its environment. */
  env?: Readonly<Record<string, string>>;
  /** Makes a token, before the server starts, where its line has none. */
  makeToken?: (env: NodeJS.ProcessEnv) => Promise<string>;
}

/** A server that is measured, running in a process of its own. */
export interface Subject {
  name: string;
  /** The URL at which it listens. */
  address: string;
  token: string;
  /** The folder of its database and its log. */
  directory: string;
  /** Asks the process what it has used since it started. */
  readUsage(): Promise<Usage>;
  /** Ends it. */
  stop(): Promise<void>;
}

const room = join(import.meta.dirname, '../..');

/** Plans one of `peers`, which may stand in tables under another name. */
export function planPeer(peer: string, name = peer): SubjectPlan {
  return { name, script: [join(room, 'bin/peer.ts'), peer] };
}

/** The folder in which `npm start` keeps compiled code. */
const nodeCompileCache = join(room, '../server/node_modules/.cache/compiled');

/** The longest that a server may take to stop, in milliseconds. */
const stopTime = 15_000;

/**
 * Starts a server on its core, with a probe in it. A second start of the name in the same place finds the data of the first.
 * @throws Error when it ends before it takes requests
 */
export async function startSubject({ name, script, env: own, makeToken }: SubjectPlan, place: string): Promise<Subject> {
  const directory = join(place, name.replaceAll(/\W+/g, '-'));
  mkdirSync(directory, { recursive: true });
  // As `npm start` has it, which keeps compiled code.
  const env = {
    PATH: process.env.PATH,
    NODE_ENV: 'production',
    NODE_COMPILE_CACHE: nodeCompileCache,
    PORT: '0',
    DATA_DIR: directory,
    ...own,
  };
  const made = await makeToken?.(env);
  const log = openSync(join(directory, 'log'), 'a');
  const command = [process.execPath, '--import', join(room, 'bin/probe.ts'), ...script];
  const child = spawnTied(pinned('server', command), {
    env,
    stdio: ['ignore', 'pipe', log, 'ipc'],
  });
  closeSync(log);
  const { baseUrl, address = baseUrl, token = made } = JSON.parse(await firstLine(name, child, join(directory, 'log')));
  return {
    name,
    address,
    token,
    directory,
    async readUsage() {
      const [[usage]] = await Promise.all([once(child, 'message'), child.send('usage')]);
      return usage;
    },
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
    throw new Error(`${name} did not start: it ended with ${code}.\n${readFileSync(log, 'utf8').slice(-2_000)}`);
  });
  ended.catch(() => undefined);
  const [line] = (await Promise.race([once(createInterface({ input: child.stdout }), 'line'), ended])) as [string];
  return line;
}

import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { closeSync, mkdirSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Usage } from '../../bin/probe.ts';
import { firstLine, pinned, spawnTied } from './spawn-tied.ts';

/** The process of a server, with the probe loaded. */
interface ServerProcess {
  /** The URL that the server listens at. */
  address: string;
  token: string | undefined;
  readUsage(): Promise<Usage>;
  stop(): Promise<void>;
}

const probe = join(import.meta.dirname, '../../bin/probe.ts');

/** The time that a server may take to stop, in milliseconds. */
const stopTime = 15_000;

/**
 * Starts a script, and pins it to the servers' core if `isPinned` is true.
 * @throws Error with the last part of the log if the script ends before it listens
 */
async function startProcess(start: {
  name: string;
  script: readonly string[];
  env: NodeJS.ProcessEnv & { DATA_DIR: string };
  isPinned: boolean;
}): Promise<ServerProcess> {
  const { name, script, env, isPinned } = start;
  mkdirSync(env.DATA_DIR, { recursive: true });
  const logFile = join(env.DATA_DIR, 'log');
  const log = openSync(logFile, 'a');
  const command = [process.execPath, '--import', probe, ...script];
  const child = spawnTied(isPinned ? pinned('server', command) : command, { env, stdio: ['ignore', 'pipe', log, 'ipc'] });
  closeSync(log);
  const explain = (code: number | null) =>
    new Error(`${name} did not start: it ended with ${code}.\n${readFileSync(logFile, 'utf8').slice(-2_000)}`);
  const { baseUrl, address = baseUrl, token } = JSON.parse(await firstLine(child, explain));
  return {
    address,
    token,
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

/** How to start a measured server. */
export interface SubjectPlan {
  /** The server's name in tables. */
  name: string;
  /** The script with its arguments. It prints a line of JSON with `baseUrl` and `token` once it listens. */
  script: readonly string[];
  env?: Readonly<Record<string, string>>;
  /**
   * Prepares what the server needs at its start. Returns a token, if the server does not print one, and further environment
   * variables.
   */
  prepare?: (env: NodeJS.ProcessEnv) => Promise<{ token?: string; env?: Readonly<Record<string, string>> }>;
  /** The number of processes sharing the load; 1 by default. */
  copies?: number;
  /** Reads the CPU time of the server's database, in microseconds. */
  readDatabaseCpu?: () => number;
}

/** A measured server, running in one or several processes. */
export interface Subject {
  name: string;
  /** The URLs of the server's processes. */
  addresses: readonly string[];
  token: string;
  /** The folder with the server's database and log. */
  directory: string;
  /** Returns the CPU time that all processes of the server have used since they started, and the memory that they use now. */
  readUsage(): Promise<Usage & { database: number | undefined }>;
  stop(): Promise<void>;
}

const room = join(import.meta.dirname, '../..');

/** Makes a plan for one of `peers`; `name` is its name in tables. */
export function planPeer(peer: string, name = peer): SubjectPlan {
  return { name, script: [join(room, 'bin/peer.ts'), peer] };
}

/** The compile cache of `npm start`. */
const nodeCompileCache = join(room, '../../node_modules/.cache/compiled');

/**
 * Starts a server. A server that is started again with the same name and place keeps its data.
 * @throws Error when it ends before it accepts requests
 */
export async function startSubject(plan: SubjectPlan, place: string): Promise<Subject> {
  const { name, script, copies = 1, readDatabaseCpu } = plan;
  const directory = join(place, name.replaceAll(/\W+/g, '-'));
  mkdirSync(directory, { recursive: true });
  // Uses the cache for compiled code, because `npm start` does.
  const common = { PATH: process.env.PATH, NODE_ENV: 'production', NODE_COMPILE_CACHE: nodeCompileCache, PORT: '0', ...plan.env };
  const prepared = await plan.prepare?.({ ...common, DATA_DIR: directory });
  const servers: Awaited<ReturnType<typeof startProcess>>[] = [];
  const stop = async () => {
    for (const server of servers) await server.stop();
  };
  for (let copy = 0; copy < copies; copy++) {
    const own = copy === 0 ? directory : join(directory, String(copy));
    const env = { ...common, ...prepared?.env, DATA_DIR: own };
    servers.push(await startProcess({ name, script, env, isPinned: copies === 1 }));
  }
  return {
    name,
    addresses: servers.map(({ address }) => address),
    token: prepared?.token ?? servers[0]?.token ?? '',
    directory,
    async readUsage() {
      const usages = await Promise.all(servers.map(({ readUsage }) => readUsage()));
      const sum = (key: keyof Usage) => usages.reduce((total, usage) => total + usage[key], 0);
      return { cpu: sum('cpu'), memory: sum('memory'), database: readDatabaseCpu?.() };
    },
    stop,
  };
}

const program = join(import.meta.dirname, '../../../../packages/server/bin/server.ts');
/** The arguments that `npm start` and the image use. */
const script = ['--min-semi-space-size=16', program, '--json'];

/** The highest configurable rate limit: the server still counts requests, but refuses none. */
const highest = '1000000';

const live = {
  SERVER_MODE: 'live',
  PUBLIC_BASE_URL: 'https://pay.example',
  CALLBACK_KEY: randomBytes(32).toString('base64'),
  // Never called, because nobody pays in the measurements.
  RECEIPT_VERIFIER_URL: 'https://receipts.example',
  RATE_CREATE: highest,
  RATE_FETCH: highest,
};

/** This project's server as in production: for real money, with rate limits. */
export const ours: SubjectPlan = { name: 'this server', script, env: live, prepare: makeToken };

/** This project's server as a sandbox, which records every request for its console. */
export const ourSandbox: SubjectPlan = { name: 'this server, sandbox', script };

/** Makes a plan of our server with additional environment variables. */
export function oursWith(env: Readonly<Record<string, string>>): SubjectPlan {
  return { ...ours, env: { ...live, ...env } };
}

async function makeToken(env: NodeJS.ProcessEnv): Promise<{ token: string }> {
  const { account } = await administer(env, ['account', 'create', '--live']);
  const { token } = await administer(env, ['token', 'mint', account ?? '']);
  return { token: token ?? '' };
}

async function administer(env: NodeJS.ProcessEnv, words: readonly string[]): Promise<Record<string, string>> {
  const { stdout } = await promisify(execFile)(process.execPath, [program, 'admin', ...words, '--json'], { env });
  return Object.assign(
    {},
    ...stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line)),
  );
}

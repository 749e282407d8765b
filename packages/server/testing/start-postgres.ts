import { type ChildProcess, execFile, execFileSync, spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import {
  appendFileSync,
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { clientConfig } from '../src/store/postgres/client-config.ts';
import { type Engine, findEngine } from './postgres/find-engine.ts';
import { tieProcess } from './process/tie-process.ts';

/** A PostgreSQL server for tests, on a port of this machine. */
export interface Postgres {
  /** Returns the URL of a database, with the name and password of the superuser. */
  urlOf(database: string): string;
  /** The folder with the files of the PostgreSQL server. */
  data: string;
  /** Sends a signal to all processes of the server. From SIGSTOP until SIGCONT, it is frozen, as if the network were dead. */
  signal(signal: NodeJS.Signals): void;
  createDatabase(name: string): Promise<void>;
  /** Runs statements as the superuser. */
  query(sql: string, database?: string): Promise<Record<string, unknown>[]>;
  /** Stops the server, in mode `fast` as an operator does, in mode `immediate` as a power cut does. It can be started again. */
  stop(mode?: 'fast' | 'immediate'): Promise<void>;
  /** Starts the PostgreSQL server again, with the same data and on the same port. */
  start(): Promise<void>;
}

/** The message on systems that cannot run PostgreSQL. */
export const noEngine = 'No PostgreSQL can be started here: the install has none that runs on this system as this user.';

/** Settings for tests. With them, PostgreSQL does not wait for the disk, because no test really cuts the power. */
export const testSettings = { fsync: 'off', full_page_writes: 'off', max_connections: '200', shared_buffers: '64MB' } as const;

/** Starts the installed PostgreSQL with its data in `directory`. Throws `noEngine` if none is installed. */
export async function startPostgres(directory: string, settings: Readonly<Record<string, string>> = {}): Promise<Postgres> {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const engine = await findEngine(directory);
  if (!engine) throw new Error(noEngine);
  const runsAs = chooseUser();
  if (runsAs.uid !== undefined) chmodSync(directory, 0o711);
  const password = await prepareCluster(directory, engine, runsAs);
  const port = await findFreePort();
  const urlOf = (database: string) => `postgres://postgres:${password}@127.0.0.1:${port}/${database}`;
  let child: ChildProcess;
  const start = async () => {
    const all = { listen_addresses: '127.0.0.1', port: String(port), unix_socket_directories: '', ...settings };
    const args = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
    child = spawnAs(runsAs, engine, engine.postgres, ['-D', join(directory, 'data'), ...args]);
    tieProcess(child, 'SIGQUIT');
    await untilReady(child, urlOf('postgres'), join(directory, 'log'));
  };
  await start();
  const query: Postgres['query'] = (sql, database = 'postgres') =>
    useClient(urlOf(database), async (client) => (await client.query(sql)).rows ?? []);
  return {
    urlOf,
    data: join(directory, 'data'),
    signal: (signal) => {
      for (const pid of listProcesses(child.pid ?? 0)) process.kill(pid, signal);
    },
    query,
    createDatabase: async (name) => {
      await query(`CREATE DATABASE "${name}" TEMPLATE template0`);
    },
    start,
    stop: async (mode = 'fast') => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'close');
      child.kill(mode === 'fast' ? 'SIGINT' : 'SIGQUIT');
      await ended;
    },
  };
}

/** Runs `work` with a new connection, and closes it. */
export async function useClient<Result>(url: string, work: (client: Client) => Promise<Result>): Promise<Result> {
  const client = new Client({ connectionString: url, types: clientConfig(url).types });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Creates the files of a new PostgreSQL server. Returns the password of its superuser. */
async function prepareCluster(directory: string, engine: Engine, runsAs: RunsAs): Promise<string> {
  const [data, file] = [join(directory, 'data'), join(directory, 'password')];
  if (existsSync(join(data, 'PG_VERSION'))) return readFileSync(file, 'utf8').trim();
  // Deletes the files that an interrupted attempt has left.
  rmSync(data, { recursive: true, force: true });
  mkdirSync(data, { mode: 0o700 });
  writeFileSync(file, `${randomBytes(24).toString('hex')}\n`, { mode: 0o600 });
  for (const one of [data, file]) runsAs.own(one);
  const [command = '', ...before] = [...runsAs.before, engine.initdb];
  const options = ['-D', data, '-U', 'postgres', '--pwfile', file, '-A', 'scram-sha-256', '--encoding=UTF8', '--no-locale'];
  // The password has 192 random bits and cannot be guessed, so hashing it many times would only slow down each connection.
  const cheap = engine.major < 16 ? [] : ['-c', 'scram_iterations=1'];
  const args = [...before, ...options, '--no-sync', '--no-instructions', ...cheap];
  const making = promisify(execFile)(command, args, { ...userOf(runsAs), env: { ...process.env, ...engine.env }, cwd: '/' });
  tieProcess(making.child);
  await making.catch((error) => {
    // These codes mean that the program does not run on this system, or that root cannot switch to another user.
    throw ['EPERM', 'EACCES', 'ENOENT'].includes(error.code) ? new Error(noEngine, { cause: error }) : error;
  });
  return readFileSync(file, 'utf8').trim();
}

function spawnAs(runsAs: RunsAs, engine: Engine, program: string, args: readonly string[]): ChildProcess {
  const [command = '', ...before] = [...runsAs.before, program];
  const env = { ...process.env, ...engine.env };
  return spawn(command, [...before, ...args], { ...userOf(runsAs), env, cwd: '/', stdio: ['ignore', 'ignore', 'pipe'] });
}

function userOf({ uid, gid }: RunsAs): { uid?: number; gid?: number } {
  return uid === undefined || gid === undefined ? {} : { uid, gid };
}

/** Waits until PostgreSQL accepts connections. Throws an Error with its output if it ends first. */
async function untilReady(child: ChildProcess, url: string, logFile: string): Promise<void> {
  let written = '';
  child.stderr?.on('data', (text) => {
    written = (written + text).slice(-4_000);
    writeFileSync(logFile, text, { flag: 'a', mode: 0o600 });
  });
  for (;;) {
    if (child.exitCode !== null) throw new Error(`PostgreSQL did not start:\n${written}`);
    const client = new Client({ connectionString: url });
    client.on('error', () => undefined);
    try {
      await client.connect();
      await client.end();
      return;
    } catch {
      await wait(20);
    }
  }
}

/** Returns the ids of a process and its descendants. */
function listProcesses(pid: number): number[] {
  const lines = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' }).trim().split('\n');
  const pairs = lines.map((line) => line.trim().split(/\s+/).map(Number));
  return [pid, ...pairs.filter(([, parent]) => parent === pid).map(([child]) => child ?? 0)];
}

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  await once(server.close(), 'close');
  return port;
}

/** How PostgreSQL is started. It refuses to run as root, so root needs another user. */
interface RunsAs {
  /** The words to put before the command. */
  before: readonly string[];
  uid?: number;
  gid?: number;
  /** Makes the chosen user the owner of a file or folder. */
  own(folder: string): void;
}

const nobody = 65_534;
const asOneself: RunsAs = { before: [], own: () => undefined };
/** Runs PostgreSQL in a user namespace in which root has another id. Needs no second user; root still owns the files. */
const inNamespace: RunsAs = { before: ['unshare', '--user', '--map-user=1000', '--'], own: () => undefined };
const asNobody: RunsAs = { before: [], uid: nobody, gid: nobody, own: (folder) => chownSync(folder, nobody, nobody) };

/** Chooses the user to run PostgreSQL: the current user, or another user if the current user is root. */
export function chooseUser(): RunsAs {
  if (process.getuid?.() !== 0) return asOneself;
  const [command = '', ...args] = [...inNamespace.before, 'true'];
  return spawnSync(command, args).status === 0 ? inNamespace : asNobody;
}

/** Stops `primary`, copies its files from `directory` to `copy`, starts it again, and starts a standby on the copy. */
export async function startStandby(primary: Postgres, directory: string, copy: string): Promise<Postgres> {
  await primary.stop();
  cpSync(directory, copy, { recursive: true, verbatimSymlinks: true, preserveTimestamps: true });
  await primary.start();
  const { hostname, port, username, password } = new URL(primary.urlOf('postgres'));
  const data = join(copy, 'data');
  // PostgreSQL rejects a folder that other users can read.
  chmodSync(data, 0o700);
  writeFileSync(join(data, 'standby.signal'), '');
  appendFileSync(
    join(data, 'postgresql.auto.conf'),
    `primary_conninfo = 'host=${hostname} port=${port} user=${username} password=${password} application_name=standby'\n`,
  );
  const { own } = chooseUser();
  for (const path of ['', ...readdirSync(data, { recursive: true, encoding: 'utf8' })]) own(join(data, path));
  return startPostgres(copy, testSettings);
}

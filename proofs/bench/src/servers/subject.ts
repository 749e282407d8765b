import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Usage } from '../../bin/probe.ts';
import { startProcess } from './server-process.ts';

/** The way to start a server that is measured. */
export interface SubjectPlan {
  /** Its name in tables. */
  name: string;
  /** The script that prints a line of JSON with `baseUrl` and `token` once it listens, and its arguments. */
  script: readonly string[];
  /** Variables of its environment. */
  env?: Readonly<Record<string, string>>;
  /** Makes what it needs before it starts: a token, where its line has none, and more variables. */
  prepare?: (env: NodeJS.ProcessEnv) => Promise<{ token?: string; env?: Readonly<Record<string, string>> }>;
  /** The number of processes that share the load; 1 by default. */
  copies?: number;
  /** Reads the CPU time of a database beside it, in microseconds. */
  readDatabaseCpu?: () => number;
}

/** A server that is measured, running in a process of its own or in several. */
export interface Subject {
  name: string;
  /** The URLs at which it listens. */
  addresses: readonly string[];
  token: string;
  /** The folder of its database and its log. */
  directory: string;
  /** Asks the process what it has used since it started. */
  readUsage(): Promise<Usage & { database: number | undefined }>;
  /** Ends it. */
  stop(): Promise<void>;
}

const room = join(import.meta.dirname, '../..');

/** Plans one of `peers`, which may stand in tables under another name. */
export function planPeer(peer: string, name = peer): SubjectPlan {
  return { name, script: [join(room, 'bin/peer.ts'), peer] };
}

/** The folder in which `npm start` keeps compiled code. */
const nodeCompileCache = join(room, '../../node_modules/.cache/compiled');

/**
 * Starts a server. A second start of the name in the same place finds the data of the first.
 * @throws Error when it ends before it takes requests
 */
export async function startSubject(plan: SubjectPlan, place: string): Promise<Subject> {
  const { name, script, copies = 1, readDatabaseCpu } = plan;
  const directory = join(place, name.replaceAll(/\W+/g, '-'));
  mkdirSync(directory, { recursive: true });
  // As `npm start` has it, which keeps compiled code.
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

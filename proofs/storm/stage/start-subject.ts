import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { type Child, startChild } from '../../../packages/server/testing/process/start-child.ts';

/** The settings of one server. Times are in milliseconds. */
export interface SubjectSettings {
  dataDir: string;
  databaseUrl: string;
  /** The port to listen on. With 0, any free port is chosen once and kept for restarts. */
  port: number;
  publicBaseUrl: string;
  /** The file for the server's log. */
  log: string;
  submitsPerInvoice: number;
  invoiceLifetime: number;
  callbackTimeout: number;
  /** How wrong the clock of the server's machine is, in milliseconds. */
  clockSkew: number;
}

/** A server that can be killed, stopped, and restarted on the same port. */
export interface Subject {
  address: string;
  token: string;
  callbackSecret: string;
  kill(): Promise<void>;
  /** Starts the server again, retrying while the database is unavailable. */
  start(): Promise<void>;
  signal(signal: 'SIGSTOP' | 'SIGCONT'): void;
}

/** Milliseconds after which a server that does not start is considered lost. */
const patience = 90_000;
const clock = pathToFileURL(join(import.meta.dirname, 'skewed-clock.ts')).href;

/** Starts a server in a child process, and waits until it responds. */
export async function startSubject(settings: SubjectSettings): Promise<Subject> {
  const cache =
    process.env.NODE_COMPILE_CACHE ?? join(import.meta.dirname, '../../../packages/server/node_modules/.cache/compiled');
  const env = { CLOCK_SKEW: String(settings.clockSkew), NODE_OPTIONS: `--import ${clock}`, NODE_COMPILE_CACHE: cache };
  let { port } = settings;
  let child: Child | undefined;
  const start = async (): Promise<Record<string, string>> => {
    const giveUp = performance.now() + patience;
    for (;;) {
      try {
        const started = await startChild(join(import.meta.dirname, 'subject.ts'), [JSON.stringify({ ...settings, port })], env);
        child = started;
        return JSON.parse(started.line);
      } catch (error) {
        if (performance.now() > giveUp) throw error;
        await sleep(100);
      }
    }
  };
  const { address = '', token = '', callbackSecret = '' } = await start();
  port = Number(new URL(address).port);
  return {
    address,
    token,
    callbackSecret,
    kill: async () => void (await child?.end('SIGKILL')),
    start: async () => void (await start()),
    signal: (signal) => void process.kill(child?.pid ?? 0, signal),
  };
}

import { once } from 'node:events';
import { closeSync, mkdirSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Usage } from '../../bin/probe.ts';
import { pinned } from './pin.ts';
import { firstLine, spawnTied } from './spawn-tied.ts';

/** The process of a server, with a probe in it. */
export interface ServerProcess {
  /** The URL at which it listens. */
  address: string;
  token: string | undefined;
  readUsage(): Promise<Usage>;
  stop(): Promise<void>;
}

const probe = join(import.meta.dirname, '../../bin/probe.ts');

/** The longest that a server may take to stop, in milliseconds. */
const stopTime = 15_000;

/** Starts the script, on the servers' core if it is to be. @throws Error with the end of its log when it ends before it listens */
export async function startProcess(start: {
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

import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { UsageError } from '../command/usage-error.ts';
import { firstLine, spawnTied } from './spawn-tied.ts';

/** A PostgreSQL server for one run. */
export interface Database {
  /** Creates an empty database and returns its URL. */
  make(): Promise<string>;
  /** Reads the user and system time of all PostgreSQL processes, in microseconds with a resolution of 10 ms. */
  readCpu(): number;
  stop(): Promise<void>;
}

const program = join(import.meta.dirname, '../../bin/postgres.ts');

/**
 * Starts the PostgreSQL server that was installed with the npm packages, with its data in the folder and with its default
 * settings. @throws UsageError when it cannot start
 */
export async function startDatabase(folder: string): Promise<Database> {
  const child = spawnTied([process.execPath, program, folder], { stdio: ['ignore', 'pipe', 'pipe'] }, 'SIGTERM');
  let written = '';
  child.stderr?.on('data', (text) => {
    written += text;
  });
  const explain = () => new UsageError(/^Error: (.*)$/m.exec(written)?.[1] ?? written);
  const { url, pid } = JSON.parse(await firstLine(child, explain));
  let made = 0;
  return {
    make: async () => {
      const name = `bench_${made++}`;
      const client = new Client({ connectionString: url });
      await client.connect();
      await client.query(`CREATE DATABASE ${name}`);
      await client.end();
      return new URL(`/${name}`, url).href;
    },
    readCpu: () => readTree(pid),
    stop: async () => {
      const closed = once(child, 'close');
      child.kill('SIGTERM');
      await closed;
    },
  };
}

/** Number of time units per second in /proc. On Linux the number is always the same, whatever the kernel's own timer is. */
const ticks = 100;

/**
 * Sums the CPU time of a process and of all its descendants. In /proc/PID/stat, field 4 is the parent; 14 and 15 are the
 * process's own times, and 16 and 17 those of its ended children.
 */
function readTree(root: number): number {
  let sum = 0;
  for (const entry of readdirSync('/proc')) {
    if (!/^\d+$/.test(entry)) continue;
    try {
      const stat = readFileSync(`/proc/${entry}/stat`, 'utf8');
      const fields = stat
        .slice(stat.lastIndexOf(')') + 2)
        .split(' ')
        .map(Number);
      const times = fields.slice(11, Number(entry) === root ? 15 : 13);
      if (Number(entry) === root || fields[1] === root) sum += times.reduce((a, b) => a + b, 0);
    } catch {
      // The process has ended in the meantime.
    }
  }
  return (sum / ticks) * 1e6;
}

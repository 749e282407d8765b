import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { UsageError } from '../command/usage-error.ts';
import { firstLine, spawnTied } from './spawn-tied.ts';

/** A PostgreSQL of a run. */
export interface Database {
  /** Makes an empty database and returns its URL. */
  make(): Promise<string>;
  /** Reads the user and system time of all its processes, in microseconds, to the hundredth of a second. */
  readCpu(): number;
  stop(): Promise<void>;
}

const program = join(import.meta.dirname, '../../bin/postgres.ts');

/** Starts the PostgreSQL of the install in the folder, with the settings that it has by itself. @throws UsageError where it cannot */
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

/** The ticks of a second in /proc: Linux tells programs so, whatever it counts itself. */
const ticks = 100;

/** Sums up a process and those that it started (proc(5): field 4 is the parent, 14 to 17 times, its own and of those that have ended). */
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
      // It has ended meanwhile.
    }
  }
  return (sum / ticks) * 1e6;
}

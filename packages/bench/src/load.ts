import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { cpuTime } from './cpu-time.ts';
import type { Operation } from './operations.ts';
import { pinned } from './pin.ts';
import { spawnTied } from './spawn-tied.ts';
import type { Subject } from './subject.ts';

/** The load of a server: its requests, how many at a time, and an end: `amount` requests, or `seconds`. */
export interface Load {
  operation: Operation;
  connections: number;
  bodies: readonly string[];
  seconds?: number;
  amount?: number;
}

/** The measured result of a load. */
export interface Sample {
  /** User and system time of the server, in microseconds. */
  cpuPerRequest: number;
  requestsPerSecond: number;
  /** Median time to a response, in milliseconds. */
  p50: number;
}

/** Longer than any load takes; then it is hung, and ended. In milliseconds. */
const limit = 15 * 60_000;

/** Loads the server from the other core. @throws Error when a response is no success: then it was not the same work */
export async function load(subject: Subject, { operation, ...rest }: Load): Promise<Sample> {
  const script = join(import.meta.dirname, '../bin/load.ts');
  const child = spawnTied(pinned('load', [process.execPath, script]), { stdio: ['pipe', 'pipe', 'inherit'], timeout: limit });
  if (!child.stdin || !child.stdout) throw new Error('There are no pipes.');
  const before = cpuTime(subject.pid);
  child.stdin.end(JSON.stringify({ url: `${subject.baseUrl}/api/v1/payments/${operation}`, token: subject.token, ...rest }));
  const [output] = await Promise.all([text(child.stdout), once(child, 'close')]);
  const cpu = cpuTime(subject.pid) - before;
  if (output === '') throw new Error(`${subject.name}, ${operation}: the load ended without a word.`);
  const result = JSON.parse(output);
  if (result.failed > 0 || result.ok === 0) throw new Error(`${subject.name}, ${operation}: ${output}`);
  return { cpuPerRequest: cpu / result.requests, requestsPerSecond: result.requests / result.seconds, p50: result.p50 };
}

import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { pinned } from '../servers/pin.ts';
import { spawnTied } from '../servers/spawn-tied.ts';
import type { Subject } from '../servers/subject.ts';
import { type Operation, pathOf } from './operations.ts';
import type { LoadOrder, LoadResult } from './send-requests.ts';

/** The load of a server: its requests, how many at a time, and an end: `amount` requests, or `milliseconds`. */
export interface Load extends Pick<LoadOrder, 'bodies' | 'connections' | 'milliseconds' | 'amount'> {
  operation: Operation;
}

/** The measured result of a load. */
export interface Sample {
  /** User and system time of the server, in microseconds a request. */
  cpu: number;
  /** The same of a database beside it. */
  database?: number;
  /** Requests a second. */
  rate: number;
  /** Median time to a response, in milliseconds. */
  latency: number;
}

/** The process that sends, and the signal of its unexpected end. */
let loader: { child: ChildProcess; ended: AbortSignal } | undefined;

/** Loads the server from a process on the other core. @throws Error when a response is no success */
export async function load(subject: Subject, { operation, ...rest }: Load): Promise<Sample> {
  const { addresses, token } = subject;
  const order: LoadOrder = {
    ports: addresses.map((address) => Number(new URL(address).port)),
    path: pathOf(operation),
    token,
    keyed: operation === 'create',
    ...rest,
  };
  const before = await subject.readUsage();
  const { requests, milliseconds, latency } = await send(subject.name, order);
  const after = await subject.readUsage();
  return {
    cpu: (after.cpu - before.cpu) / requests,
    ...(after.database !== undefined && { database: (after.database - (before.database ?? 0)) / requests }),
    rate: (requests / milliseconds) * 1000,
    latency,
  };
}

async function send(name: string, order: LoadOrder): Promise<LoadResult> {
  loader ??= startLoader();
  loader.child.send(order);
  const [message] = await once(loader.child, 'message', { signal: loader.ended });
  if ('error' in message) throw new Error(`${name}, ${order.path}: ${message.error}`);
  return message.result;
}

function startLoader(): { child: ChildProcess; ended: AbortSignal } {
  const command = pinned('load', [process.execPath, join(import.meta.dirname, '../../bin/load.ts')]);
  const child = spawnTied(command, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  // It waits for orders, and does not keep this process.
  child.unref();
  child.channel?.unref();
  const ending = new AbortController();
  child.once('close', () => {
    loader = undefined;
    ending.abort();
  });
  return { child, ended: ending.signal };
}

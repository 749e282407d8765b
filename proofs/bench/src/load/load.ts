import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { exampleCreate } from '@payment-invoice/generated/examples';
import { pinned, spawnTied } from '../servers/spawn-tied.ts';
import type { Subject } from '../servers/subject.ts';
import type { LoadOrder, LoadResult } from './send-requests.ts';

/**
 * The load for a server: its requests, the number of connections, and when the load ends (after `amount` requests or
 * after `milliseconds`).
 */
export interface Load extends Pick<LoadOrder, 'bodies' | 'connections' | 'milliseconds' | 'amount'> {
  operation: Operation;
}

/** The result of one load. */
export interface Sample {
  /** CPU time of the server (user and system), in microseconds per request. */
  cpu: number;
  /** CPU time of the server's database, in microseconds per request. */
  database?: number;
  /** Requests per second. */
  rate: number;
  /** Median time to a response, in milliseconds. */
  latency: number;
}

/** The process that sends requests, and a signal that is aborted if that process ends unexpectedly. */
let loader: { child: ChildProcess; ended: AbortSignal } | undefined;

/**
 * Sends a load to the server from a process on another core, and measures the server meanwhile.
 * @throws Error when a response is not a success
 */
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
  // The loader waits for messages, but must not keep this process alive.
  child.unref();
  child.channel?.unref();
  const ending = new AbortController();
  child.once('close', () => {
    loader = undefined;
    ending.abort();
  });
  return { child, ended: ending.signal };
}

/** A measured operation. Each create request has its own idempotency key, as a real client would send it. */
export type Operation = 'fetch' | 'create';

const pathOf = (operation: Operation) => `/api/v1/payments/${operation}`;

export const createBody = JSON.stringify(exampleCreate);

export const fetchBody = (invoiceId: string) => JSON.stringify({ invoiceId });

/** Creates an invoice and returns its id. @throws Error when the response is not a success */
export async function createOne({ name, addresses, token }: Subject): Promise<string> {
  const response = await fetch(addresses[0] + pathOf('create'), {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: createBody,
  });
  if (!response.ok) throw new Error(`${name} returned create with ${response.status}: ${await response.text()}`);
  return ((await response.json()) as { id: string }).id;
}

/** How many different invoices the requests of a fetch load fetch in turn. */
const fetched = 20;

/** Prepares the request bodies of an operation. For fetches, first creates the invoices. */
export async function prepareBodies(subject: Subject, operation: Operation): Promise<string[]> {
  if (operation === 'create') return [createBody];
  const bodies: string[] = [];
  while (bodies.length < fetched) bodies.push(fetchBody(await createOne(subject)));
  return bodies;
}

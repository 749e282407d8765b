import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import { median } from '../statistics/estimate.ts';

/** A load for a server: its requests, the number of connections, and when it ends. */
export interface LoadOrder {
  /** The ports to spread the connections over. */
  ports: readonly number[];
  path: string;
  token: string;
  /** The bodies to send, in turn. */
  bodies: readonly string[];
  /** True when each request gets its own Idempotency-Key. */
  keyed: boolean;
  connections: number;
  /** The time after which no further request is sent, in milliseconds. The load may end earlier, after `amount` requests. */
  milliseconds?: number;
  amount?: number;
}

export interface LoadResult {
  requests: number;
  milliseconds: number;
  /** The median time to a response, in milliseconds. */
  latency: number;
}

/** Idle connections, keyed by port. `usedAt` is the time of their last use, as returned by `performance.now()`. */
const kept = new Map<number, { connections: Connection[]; usedAt: number }>();

/**
 * Milliseconds for which an idle connection is reused. Servers close idle connections after some seconds; ours does so after
 * five.
 */
const freshFor = 3_000;

const run = randomBytes(6).toString('hex');
let keys = 0;

/**
 * Sends requests until the load ends.
 * @throws Error when a response is not a success: a refusal is less work for the server, so the figures would be wrong
 */
export async function sendRequests(order: LoadOrder): Promise<LoadResult> {
  const { bodies, milliseconds = Number.POSITIVE_INFINITY, amount = Number.POSITIVE_INFINITY } = order;
  const writers = bodies.map((body) => createWriter(order, body));
  const connections = await openAll(order);
  const times: number[] = [];
  const begin = performance.now();
  let sent = 0;
  const work = async (connection: Connection) => {
    for (let now = performance.now(); now - begin < milliseconds && sent < amount; ) {
      const write = writers[sent++ % writers.length];
      await connection.send(write?.() ?? '');
      const after = performance.now();
      times.push(after - now);
      now = after;
    }
  };
  await Promise.all(connections.map(work));
  const end = performance.now();
  for (const port of order.ports) kept.set(port, { connections: kept.get(port)?.connections ?? [], usedAt: end });
  return { requests: times.length, milliseconds: end - begin, latency: median(times) };
}

function createWriter({ ports: [port], path, token, keyed }: LoadOrder, body: string): () => string {
  const head = `POST ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAuthorization: Bearer ${token}\r\n`;
  const rest = `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
  const plain = head + rest;
  return keyed ? () => `${head}Idempotency-Key: bench-${run}-${keys++}\r\n${rest}` : () => plain;
}

async function openAll({ ports, connections }: LoadOrder): Promise<Connection[]> {
  const each = Math.ceil(connections / ports.length);
  return (await Promise.all(ports.map((port) => openConnections(port, each)))).flat().slice(0, connections);
}

async function openConnections(port: number, count: number): Promise<Connection[]> {
  const old = kept.get(port);
  const isFresh = old !== undefined && performance.now() - old.usedAt < freshFor;
  if (!isFresh) for (const connection of old?.connections ?? []) connection.close();
  const connections = isFresh ? old.connections : [];
  while (connections.length < count) connections.push(await openConnection(port));
  kept.set(port, { connections, usedAt: performance.now() });
  return connections.slice(0, count);
}

/**
 * A kept-alive connection that sends one request after another. A full HTTP client would use as much CPU time as several servers.
 */
interface Connection {
  /** Sends the bytes of a request. @throws Error when the response is not 200, or none arrives */
  send(request: string): Promise<void>;
  close(): void;
}

async function openConnection(port: number): Promise<Connection> {
  const socket = connect(port, '127.0.0.1').setNoDelay();
  await once(socket, 'connect');
  let held = '';
  let settle: { resolve: () => void; reject: (error: Error) => void } | undefined;
  const fail = (error: Error) => {
    settle?.reject(error);
    settle = undefined;
  };
  socket.setEncoding('latin1');
  socket.on('data', (text: string) => {
    held = held === '' ? text : held + text;
    if (!isWhole(held)) return;
    const response = held;
    held = '';
    if (!response.startsWith('HTTP/1.1 200 ')) return fail(new Error(`It responded ${JSON.stringify(response.slice(0, 600))}`));
    settle?.resolve();
  });
  socket.on('error', fail);
  socket.on('close', () => fail(new Error('It closed the connection under a request.')));
  return {
    send: (request) =>
      new Promise((resolve, reject) => {
        settle = { resolve, reject };
        socket.write(request, 'latin1');
      }),
    close: () => void socket.destroy(),
  };
}

/** Returns whether a response is complete. All servers here send a Content-Length. */
function isWhole(response: string): boolean {
  const end = response.indexOf('\r\n\r\n');
  if (end < 0) return false;
  const length = /\r\ncontent-length: *(\d+)/i.exec(response)?.[1];
  return length !== undefined && response.length >= end + 4 + Number(length);
}

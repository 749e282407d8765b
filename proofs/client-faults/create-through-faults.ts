import { globSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse, request as sendRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { exampleCreate as order } from '@payment-invoice/generated/examples';
import { createClient } from '../../packages/client/src/index.ts';
import { createNodeFetch } from '../../packages/client/src/node.ts';
import { startSandbox } from '../../packages/client/src/test-kit/index.ts';
import { createRandom } from '../tools/random.ts';

/** The settings of a run: the number of creates, how many run concurrently, and how many of their requests fail. */
export interface FaultRun {
  creates: number;
  concurrency: number;
  /** The fraction of requests that fail, from 0 to 1. */
  faultRate: number;
  seed: number;
  /** True to remove the Idempotency-Key. The resulting duplicates show what the key prevents. */
  withoutKeys?: boolean;
  /** True to send through Node.js's own http module instead of its fetch. */
  byHttp?: boolean | undefined;
  /** Called before each create with the number of creates left. */
  onCreate?: (left: number) => void;
}

/** The counts of a run. */
export interface FaultReport {
  creates: number;
  requests: number;
  faults: Map<Fault, number>;
  /** Number of creates that ended in an error. */
  failed: number;
  /** Number of orders with more than one invoice. */
  doubled: number;
  /** Number of orders without an invoice. */
  missing: number;
  /** Number of orders for which the client received the wrong invoice: one that is not stored for the order. */
  mistaken: number;
  seconds: number;
}

/**
 * Creates an invoice for each order through a proxy that fails. Then compares the returned invoices with those in the server's
 * database.
 */
export async function createThroughFaults({
  creates,
  concurrency,
  faultRate,
  seed,
  withoutKeys,
  byHttp,
  onCreate,
}: FaultRun): Promise<FaultReport> {
  const sandbox = await startSandbox({
    command: [process.execPath, join(import.meta.dirname, '../../packages/server/bin/server.ts')],
  });
  const chance = createRandom(seed);
  const proxy = await startFaultProxy(sandbox.baseUrl, () =>
    chance() < faultRate ? faults[Math.floor(chance() * faults.length)] : undefined,
  );
  let requests = 0;
  const client = createClient({
    baseUrl: proxy.baseUrl,
    token: sandbox.token,
    attemptTimeoutMs: 1_000,
    timeoutMs: 120_000,
    maxRetries: 30,
    // Allows many retries. With a small budget, a slow machine would look like a service that is down.
    retryBudget: 10_000,
    ...(byHttp && { fetch: createNodeFetch() }),
    hooks: {
      onRequest: ({ headers }) => {
        requests++;
        if (withoutKeys) delete headers['idempotency-key'];
      },
    },
  });
  const created = new Map<string, string>();
  const startedAt = performance.now();
  let next = 0;
  const work = async () => {
    while (next < creates) {
      const returnUrl = `https://shop.example/orders/${++next}`;
      onCreate?.(creates - next);
      const invoice = await client.createPayment({ ...order, amount: '12.50', returnUrl }).catch(() => undefined);
      if (invoice) created.set(returnUrl, invoice.id);
    }
  };
  try {
    await Promise.all(Array.from({ length: concurrency }, work));
    const seconds = (performance.now() - startedAt) / 1000;
    const stored = readInvoices(sandbox.dataDir);
    const orders = Array.from({ length: creates }, (_, index) => stored.get(`https://shop.example/orders/${index + 1}`) ?? []);
    return {
      creates,
      requests,
      faults: proxy.counts,
      failed: creates - created.size,
      doubled: orders.filter(({ length }) => length > 1).length,
      missing: orders.filter(({ length }) => length === 0).length,
      mistaken: [...created].filter(([order, id]) => !stored.get(order)?.includes(id)).length,
      seconds,
    };
  } finally {
    await proxy.close();
    await sandbox.stop();
  }
}

/** Returns the ids of the stored invoices, grouped by the order that each was created for. */
function readInvoices(dataDir: string): Map<string, string[]> {
  const [file] = globSync('*.{db,sqlite}', { cwd: dataDir });
  if (!file) throw new Error('The sandbox keeps its database elsewhere now: look for it here.');
  const database = new DatabaseSync(join(dataDir, file), { readOnly: true });
  const invoices = new Map<string, string[]>();
  for (const { id, return_url: order } of database.prepare('SELECT id, return_url FROM invoices').all()) {
    invoices.set(String(order), [...(invoices.get(String(order)) ?? []), String(id)]);
  }
  database.close();
  return invoices;
}

/** The ways in which a request can fail: before it reaches the service, or after the service has responded. */
export const faults = [
  'reset before the service',
  'reset after the service',
  'stall after the service',
  'half a response',
  'half a response that looks whole',
  '502 page before the service',
  '502 page after the service',
  '429 with a date',
] as const;
type Fault = (typeof faults)[number];

export interface FaultProxy {
  baseUrl: string;
  /** How often each fault happened. */
  counts: Map<Fault, number>;
  close(): Promise<void>;
}

const page = '<!DOCTYPE html><html><head><title>502 Bad Gateway</title></head><body><h1>502 Bad Gateway</h1></body></html>';

/** Starts a proxy in front of `target`. `choose` returns the fault for each request, or undefined for no fault. */
async function startFaultProxy(target: string, choose: () => Fault | undefined): Promise<FaultProxy> {
  const counts = new Map<Fault, number>();
  const server = createServer(async (request, response) => {
    const fault = choose();
    if (fault) counts.set(fault, (counts.get(fault) ?? 0) + 1);
    const body = await readAll(request);
    if (fault === 'reset before the service') return void request.socket.resetAndDestroy();
    if (fault === '502 page before the service') return sendPage(response);
    if (fault === '429 with a date') return sendLimit(response);
    const forwarded = await forward(target, request, body);
    if (fault) return spoil(fault, forwarded, request, response);
    response.writeHead(forwarded.status, forwarded.headers).end(forwarded.body);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    counts,
    close: () => {
      server.closeAllConnections();
      return new Promise((done) => server.close(() => done()));
    },
  };
}

interface Forwarded {
  status: number;
  headers: IncomingMessage['headers'];
  body: Buffer;
}

/** Damages a response after the service has processed the request, so that the caller does not learn the result. */
function spoil(fault: Fault, forwarded: Forwarded, request: IncomingMessage, response: ServerResponse): void {
  const half = forwarded.body.subarray(0, forwarded.body.length / 2);
  if (fault === 'reset after the service') request.socket.resetAndDestroy();
  if (fault === '502 page after the service') sendPage(response);
  if (fault === 'half a response') {
    response.writeHead(forwarded.status, forwarded.headers);
    response.write(half, () => request.socket.resetAndDestroy());
  }
  if (fault === 'half a response that looks whole') {
    response.writeHead(forwarded.status, { ...forwarded.headers, 'content-length': half.length }).end(half);
  }
}

function sendPage(response: ServerResponse): void {
  response.writeHead(502, { 'content-type': 'text/html' }).end(page);
}

function sendLimit(response: ServerResponse): void {
  // HTTP dates have whole seconds, so this date may be wrong by up to a second.
  const retryAfter = new Date(Date.now() + 1000).toUTCString();
  response.writeHead(429, { 'content-type': 'application/problem+json', 'retry-after': retryAfter });
  response.end(JSON.stringify({ type: 'about:blank', title: 'Too many requests', status: 429, code: 'rate_limited' }));
}

async function forward(target: string, { method, url, headers }: IncomingMessage, body: Buffer): Promise<Forwarded> {
  const forwarded = await new Promise<IncomingMessage>((done, fail) => {
    const { host, connection, ...rest } = headers;
    sendRequest(target + url, { method, headers: rest }, done)
      .on('error', fail)
      .end(body);
  });
  return { status: forwarded.statusCode ?? 502, headers: forwarded.headers, body: await readAll(forwarded) };
}

async function readAll(stream: AsyncIterable<Buffer>): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of stream) parts.push(part);
  return Buffer.concat(parts);
}

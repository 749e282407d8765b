import { createServer, type IncomingMessage, type ServerResponse, request as sendRequest } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The ways in which a request can fail, either before the service has received it or after the service has responded. */
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
export type Fault = (typeof faults)[number];

/** A running proxy. */
export interface FaultProxy {
  baseUrl: string;
  /** How often each fault happened. */
  counts: Map<Fault, number>;
  close(): Promise<void>;
}

const page = '<!DOCTYPE html><html><head><title>502 Bad Gateway</title></head><body><h1>502 Bad Gateway</h1></body></html>';

/** Starts a proxy in front of `target`. `choose` returns the fault for each request; undefined for none. */
export async function startFaultProxy(target: string, choose: () => Fault | undefined): Promise<FaultProxy> {
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

/** Applies a fault after the service has done its work, so that the caller does not learn the result. */
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
  // HTTP dates have whole seconds, so this date may be up to a second away.
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

import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { type Child, startChild } from '../process/start-child.ts';

/** Several servers that share a database, behind a load balancer. */
export interface ServerCluster {
  /** The load balancer's URL, without a final slash. */
  baseUrl: string;
  /** The first line that each server printed, in the order of `servers`. */
  lines: readonly Record<string, string>[];
  servers: readonly Child[];
  close(): Promise<void>;
}

export interface ClusterSettings {
  databaseUrl: string;
  servers: number;
  /** The port of the load balancer; 0 selects any free port. */
  port: number;
  /** The directory in which each server gets a subdirectory. */
  dataDir: string;
  env?: Readonly<Record<string, string>>;
}

const program = join(import.meta.dirname, '../../bin/server.ts');

/** Starts servers, each in its own process, and a load balancer in front of them. */
export async function startCluster({ databaseUrl, servers: count, port, dataDir, env }: ClusterSettings): Promise<ServerCluster> {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const origins: URL[] = [];
  const balancer = balanceRequests(() => origins);
  balancer.server.listen(port, '127.0.0.1');
  await once(balancer.server, 'listening');
  const baseUrl = `http://127.0.0.1:${(balancer.server.address() as AddressInfo).port}`;
  const urls = { DATABASE_URL: databaseUrl, PUBLIC_BASE_URL: baseUrl };
  const common = { ...urls, PORT: '0', TRUSTED_PROXIES: '1', LOG_LEVEL: 'warn', ...env };
  const servers: Child[] = [];
  const close = async () => {
    await balancer.close();
    await Promise.all(servers.map((server) => server.end('SIGTERM')));
  };
  try {
    const starting = Array.from({ length: count }, async (_, index) => {
      const own = { ...common, DATA_DIR: join(dataDir, `server-${index + 1}`) };
      const server = await startChild(program, ['--json'], own, { stderr: 'inherit' });
      servers[index] = server;
      origins.push(new URL(JSON.parse(server.line).address));
    });
    await Promise.all(starting);
    const lines = servers.map(({ line }) => JSON.parse(line) as Record<string, string>);
    return { baseUrl, lines, servers, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** The headers that are not forwarded, because they apply to a single connection (RFC 9110 §7.6.1). */
const hopByHop = new Set(['connection', 'keep-alive', 'proxy-connection', 'te', 'trailer', 'transfer-encoding', 'upgrade']);

/**
 * Makes a server that forwards each request to the next of several servers. It does so even for requests on one connection,
 * because that is the hardest case for the servers. Skips a server that does not listen.
 */
function balanceRequests(origins: () => readonly URL[]) {
  const agent = new Agent({ keepAlive: true, maxSockets: 512 });
  let turn = 0;
  const server = createServer({ requireHostHeader: false, keepAliveTimeout: 60_000 }, (incoming, response) => {
    const all = origins();
    turn += 1;
    forward(incoming, response, agent, [...all.slice(turn % all.length), ...all.slice(0, turn % all.length)]);
  });
  // Handles `Expect: 100-continue` like any request: only the server that gets the request may ask the client for its body.
  server.on('checkContinue', (incoming: IncomingMessage, response: ServerResponse) => server.emit('request', incoming, response));
  return {
    server,
    close: async () => {
      agent.destroy();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function forward(incoming: IncomingMessage, response: ServerResponse, agent: Agent, [origin, ...others]: readonly URL[]): void {
  if (!origin) {
    fail(response);
    return;
  }
  const headers = keptHeaders(incoming.rawHeaders);
  // Adds this header only to a chunked request, because with it, Node.js sends every body as chunked, even an empty one.
  if (incoming.headers['transfer-encoding'] !== undefined) headers.push('Transfer-Encoding', 'chunked');
  headers.push('X-Forwarded-For', incoming.socket.remoteAddress ?? 'unknown');
  const { hostname, port } = origin;
  const outgoing = request({ agent, hostname, port, method: incoming.method, path: incoming.url, headers, setHost: false });
  outgoing.on('continue', () => response.writeContinue());
  outgoing.on('response', (found) => {
    response.writeHead(found.statusCode ?? 502, found.statusMessage, keptHeaders(found.rawHeaders));
    found.pipe(response);
    found.on('error', () => response.destroy());
    // Closes the connection if the server refused the request early, so that the client need not send the rest.
    found.on('end', () => void (incoming.complete || incoming.socket.destroySoon()));
  });
  outgoing.on('error', (error: NodeJS.ErrnoException) => {
    if (response.headersSent) response.destroy();
    // The request did not reach that server, so it is safe to send it to another one.
    else if (error.code === 'ECONNREFUSED') forward(incoming, response, agent, others);
    else fail(response);
  });
  response.on('close', () => void (response.writableFinished || outgoing.destroy()));
  incoming.pipe(outgoing);
}

function keptHeaders(raw: readonly string[]): string[] {
  return raw.filter((_, index) => !hopByHop.has((raw[index - (index % 2)] ?? '').toLowerCase()));
}

function fail(response: ServerResponse): void {
  response.writeHead(502, { 'Content-Type': 'text/plain' }).end('No server could be reached.\n');
}

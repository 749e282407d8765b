import { Agent, createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';

/** Headers that are about one connection, and not handed on (RFC 9110 §7.6.1). */
const hopByHop = new Set(['connection', 'keep-alive', 'proxy-connection', 'te', 'trailer', 'transfer-encoding', 'upgrade']);

/** A balancer before servers of one database. */
export interface Balancer {
  server: Server;
  close(): Promise<void>;
}

/**
 * Makes a server that hands each request to the next of the others, whatever connection it came on: the hardest way to share out, as
 * no two requests of a client meet the same server. One that does not listen is passed over.
 */
export function balanceRequests(origins: () => readonly URL[]): Balancer {
  const agent = new Agent({ keepAlive: true, maxSockets: 512 });
  let turn = 0;
  const server = createServer({ requireHostHeader: false, keepAliveTimeout: 60_000 }, (incoming, response) => {
    const all = origins();
    turn += 1;
    forward(incoming, response, agent, [...all.slice(turn % all.length), ...all.slice(0, turn % all.length)]);
  });
  // Asked for when the server behind it asks.
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
  // Without one, an empty body would be announced as chunks.
  if (incoming.headers['transfer-encoding'] !== undefined) headers.push('Transfer-Encoding', 'chunked');
  headers.push('X-Forwarded-For', incoming.socket.remoteAddress ?? 'unknown');
  const { hostname, port } = origin;
  const outgoing = request({ agent, hostname, port, method: incoming.method, path: incoming.url, headers, setHost: false });
  outgoing.on('continue', () => response.writeContinue());
  outgoing.on('response', (found) => {
    response.writeHead(found.statusCode ?? 502, found.statusMessage, keptHeaders(found.rawHeaders));
    found.pipe(response);
    found.on('error', () => response.destroy());
    // Whoever is refused before the body was read need not send the rest.
    found.on('end', () => void (incoming.complete || incoming.socket.destroySoon()));
  });
  outgoing.on('error', (error: NodeJS.ErrnoException) => {
    if (response.headersSent) response.destroy();
    // Nothing was sent to it.
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

import { createServer, request as send } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { RunningServer } from '../src/engine/running-server.ts';

/** A proxy between the suite and a server, which simulates what real deployments have in front of them. */
export interface Front {
  /** Milliseconds of delay before each response. */
  latency?: number;
  /** Maximum number of requests in a second. The proxy responds to any further request with a 429 and `Retry-After: 1`. */
  perSecond?: number;
  /** True if the proxy closes each connection after one response. */
  closes?: boolean;
  /** True if the proxy closes the connection instead of passing on a 4xx or 5xx response. */
  dropsRefusals?: boolean;
  /** The number of requests after which the proxy closes every connection without a response. */
  diesAfter?: number;
  /** The proxy's own response to all requests after the first `after`. If `toCreates` is set, only create requests get it. */
  instead?: { after: number; status: number; type: string; text: string; toCreates?: true };
}

/** Starts a proxy in front of a server. Returns the same server with the proxy's base URL. */
export async function startFront(
  behind: RunningServer,
  { latency = 0, perSecond = Infinity, closes = false, dropsRefusals = false, diesAfter = Infinity, instead }: Front,
): Promise<RunningServer> {
  let [second, count, asked] = [0, 0, 0];
  const server = createServer((request, response) => {
    if (++asked > diesAfter) return void request.destroy();
    const now = Math.floor(Date.now() / 1000);
    count = now === second ? count + 1 : 1;
    second = now;
    if (closes) response.setHeader('Connection', 'close');
    if (count > perSecond) {
      request.resume();
      response.writeHead(429, { 'Retry-After': '1' }).end();
      return;
    }
    if (instead && asked > instead.after && (!instead.toCreates || request.url?.endsWith('/create'))) {
      request.resume();
      response.writeHead(instead.status, { 'Content-Type': instead.type }).end(instead.text);
      return;
    }
    // Passes headers on unchanged, even repeated ones. Adds Host, because Node.js adds none to a list of headers.
    const { rawHeaders: raw } = request;
    const kept = raw.filter((_, at) => !/^(?:host|connection)$/i.test(raw[at - (at % 2)] ?? ''));
    const headers = ['Host', new URL(behind.baseUrl).host, ...kept];
    // Opens a new connection for each request, because the server could close a reused one while a request is on its way.
    const to = { method: request.method as string, headers, agent: false };
    const passed = send(behind.baseUrl + request.url, to, (received) => {
      if (dropsRefusals && (received.statusCode ?? 0) >= 400) return void response.destroy();
      const { connection: _hop, 'keep-alive': _alive, 'transfer-encoding': _coding, ...kept } = received.headers;
      setTimeout(() => received.pipe(response.writeHead(received.statusCode ?? 502, kept)), latency);
    });
    passed.on('error', () => response.destroy());
    request.pipe(passed);
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  return {
    ...behind,
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await behind.close();
    },
  };
}

import { createServer, request as send } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { RunningServer } from '../src/engine/running-server.ts';

/** A proxy between the suite and a server, like those that deployments have. */
export interface Front {
  /** Milliseconds of delay before each response. */
  latency?: number;
  /** The most requests in a second. Further ones get a 429 with Retry-After: 1. */
  perSecond?: number;
  /** True if each connection ends after a response. */
  closes?: boolean;
  /** True if the connection ends in place of each refusal. */
  dropsRefusals?: boolean;
  /** Number of requests after which the proxy ends. */
  diesAfter?: number;
  /** A response in place of the server's after some requests; with `toCreates`, for creates only. */
  instead?: { after: number; status: number; type: string; text: string; toCreates?: true };
}

/** Starts a proxy in front of a server, and returns the server at the proxy's address. */
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
    // Headers are passed on unchanged, even repeated ones. Node.js adds no Host to headers in a list.
    const { rawHeaders: raw } = request;
    const kept = raw.filter((_, at) => !/^(?:host|connection)$/i.test(raw[at - (at % 2)] ?? ''));
    const headers = ['Host', new URL(behind.baseUrl).host, ...kept];
    const passed = send(behind.baseUrl + request.url, { method: request.method as string, headers }, (received) => {
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

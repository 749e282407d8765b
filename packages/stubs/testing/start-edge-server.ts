import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import Koa from 'koa';
import { afterAll, expect, onTestFinished } from 'vitest';
import { createApi } from '../src/api/create-api.ts';
import { koaApi } from '../src/koa.ts';
import { createHttpServer } from '../src/node/create-http-server.ts';
import { exampleInvoice, exampleOptions } from './example-api.ts';
import { RawConnection, type RawResponse, type RawSketch, writeRequest } from './raw-http.ts';

/** A complete server, from its socket to its handlers, with short time limits. */
export interface EdgeServer {
  /** Opens a connection, which is closed when the test ends. */
  open(): Promise<RawConnection>;
  /** Sends one request on a new connection. */
  ask(sketch?: RawSketch | string): Promise<RawResponse>;
  /** Delays requests to create an invoice until the returned function is called. */
  hold(): () => void;
  /** The bodies that reached the create handler. */
  bodies: unknown[];
  /** The error codes of requests that were refused before they reached the API, and the errors that became a 500. */
  refusals: unknown[];
  /** Resolves when the next connection has been closed. */
  cut(): Promise<void>;
  connections(): number;
}

/** Starts a server on Koa behind `createHttpServer`. It is stopped after the tests of the file. */
export async function startEdgeServer(): Promise<EdgeServer> {
  const refusals: unknown[] = [];
  const bodies: unknown[] = [];
  let held: Promise<void> | undefined;
  let id = 0;
  const makeRequestId = () => `req_${++id}`;
  const api = await createApi({
    ...exampleOptions,
    handlers: {
      ...exampleOptions.handlers,
      createPayment: async ({ body }) => {
        bodies.push(body);
        await held;
        return { status: 200, body: exampleInvoice };
      },
    },
    onError: (error) => refusals.push(error),
  });
  const app = new Koa();
  app.use(async (ctx, next) => {
    ctx.state.requestId = makeRequestId();
    await next();
  });
  app.use((ctx, next) => {
    if (ctx.path !== '/large') return next();
    ctx.body = Buffer.alloc(64 * 1024 * 1024);
  });
  app.use(koaApi(api));
  const server = createHttpServer(app.callback(), {
    makeRequestId,
    publicBaseUrl: () => 'http://shop.test',
    times: { headers: 150, request: 300, response: 300, idle: 5_000, check: 25 },
    onRefused: (_status, code) => refusals.push(code),
  });
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  afterAll(() => {
    server.close();
    server.closeAllConnections();
  });
  const { port } = server.address() as AddressInfo;
  const open = async () => {
    const connection = await RawConnection.open(port);
    onTestFinished(() => void connection.socket.destroy());
    return connection;
  };
  return {
    open,
    async ask(sketch = {}) {
      const connection = await open();
      return connection
        .write(typeof sketch === 'string' ? sketch : writeRequest(sketch))
        .read({ head: typeof sketch === 'object' && sketch.method === 'HEAD' });
    },
    hold() {
      let release = () => {};
      held = new Promise((resolve) => (release = resolve));
      return () => {
        held = undefined;
        release();
      };
    },
    bodies,
    refusals,
    cut: async () => {
      const [socket] = [...sockets].slice(-1);
      if (socket && !socket.closed) await once(socket, 'close');
    },
    connections: () => sockets.size,
  };
}

/** Expects a problem from the edge server, with the headers that every response has. */
export function expectProblem(response: RawResponse, status: number, code: string): void {
  expect(response).toMatchObject({ status, json: { status, code, type: `http://shop.test/problems/${code}` } });
  expect(response.headers).toMatchObject({ 'content-type': 'application/problem+json', 'cache-control': 'no-store' });
  expect(response.headers['x-request-id']).toBe(response.json.requestId);
}

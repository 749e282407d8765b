import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createAdaptorServer, getRequestListener, type HttpBindings } from '@hono/node-server';
import { getConnInfo } from '@hono/node-server/conninfo';
import express from 'express';
import fastify from 'fastify';
import { Hono } from 'hono';
import Koa from 'koa';
import mount from 'koa-mount';
import type { Api } from '../src/api/create-api.ts';
import { expressApi } from '../src/express.ts';
import { fastifyApi } from '../src/fastify.ts';
import { fetchApi } from '../src/fetch.ts';
import { koaApi } from '../src/koa.ts';
import { nodeHttpApi } from '../src/node-http.ts';

/** Makes the HTTP server for a framework's listener. The default is `createServer`; a test may replace it. */
export type MakeServer = (listener: RequestListener) => Server;

/** For each framework, a function that mounts the API in a server, below `mountedAt` if that is not empty. */
export const adapters: Readonly<Record<string, (api: Api, mountedAt: string, makeServer: MakeServer) => Promise<Server>>> = {
  koa: async (api, mountedAt, makeServer) => {
    const app = new Koa();
    app.use(mountedAt === '' ? koaApi(api) : mount(mountedAt, koaApi(api)));
    return makeServer(app.callback());
  },
  'node-http': async (api, mountedAt, makeServer) => makeServer(nodeHttpApi(api, { mountedAt })),
  express: async (api, mountedAt, makeServer) => {
    const app = express().disable('x-powered-by');
    app.use(mountedAt, expressApi(api));
    return makeServer(app);
  },
  fastify: async (api, mountedAt, makeServer) => {
    const app = fastify({ serverFactory: makeServer as never });
    await app.register(fastifyApi(api), { prefix: mountedAt });
    await app.ready();
    return app.server;
  },
  fetch: async (api, mountedAt, makeServer) => {
    const remoteAddress = (_request: Request, { incoming }: HttpBindings) => incoming.socket.remoteAddress;
    const respond = fetchApi(api, { mountedAt, remoteAddress });
    return makeServer(getRequestListener((request, bindings) => respond(request, bindings as HttpBindings)));
  },
  hono: async (api, mountedAt) => {
    const app = new Hono();
    const respond = fetchApi(api, { mountedAt, remoteAddress: (_request, address: string | undefined) => address });
    app.all(`${mountedAt}/*`, (c) => respond(c.req.raw, getConnInfo(c).remote.address));
    return createAdaptorServer({ fetch: app.fetch }) as Server;
  },
};

/** Listening servers by name. */
export interface RunningAdapters {
  ports: Readonly<Record<string, number>>;
  close(): void;
}

/** Starts one server for each adapter. */
export async function startAdapters(api: Api, mountedAt = '', makeServer: MakeServer = createServer): Promise<RunningAdapters> {
  const ports: Record<string, number> = {};
  const servers: Server[] = [];
  for (const [name, start] of Object.entries(adapters)) {
    const server = await start(api, mountedAt, makeServer);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    servers.push(server);
    ports[name] = (server.address() as AddressInfo).port;
  }
  return {
    ports,
    close: () => {
      for (const server of servers) {
        server.close();
        server.closeAllConnections();
      }
    },
  };
}

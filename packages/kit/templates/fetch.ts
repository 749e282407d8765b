import type { Server } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { getConnInfo } from '@hono/node-server/conninfo';
import { createProblemPages } from '@payment-invoice/kit/pages';
import { type Api, createHttpServer } from '@payment-invoice/stubs';
import { fetchApi } from '@payment-invoice/stubs/fetch';
import { Hono } from 'hono';

/** Serves the API and the pages to which its problems link. Resolves when the server listens. */
export async function listen(api: Api, port: number, host: string, publicBaseUrl: () => string): Promise<Server> {
  const serveApi = fetchApi(api, { remoteAddress: (_request, address: string | undefined) => address });
  const [app, findPage] = [new Hono(), createProblemPages()];
  app.get('/problems/:code', (c) => {
    const page = findPage(c.req.path);
    return page ? new Response(page.body, page) : c.notFound();
  });
  // Put your own routes before this one. Deno.serve and Bun.serve need no Hono: they pass the address after the request.
  app.all('*', (c) => serveApi(c.req.raw, getConnInfo(c).remote.address));
  const server = createHttpServer(getRequestListener(app.fetch), { publicBaseUrl });
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, host, resolve));
  return server;
}

import type { Server } from 'node:http';
import { createProblemPages } from '@payment-invoice/kit/pages';
import { type Api, createHttpServer } from '@payment-invoice/stubs';
import { koaApi } from '@payment-invoice/stubs/koa';
import Koa from 'koa';

/** Serves the API and the pages to which its problems link. Resolves when the server listens. */
export async function listen(api: Api, port: number, host: string, publicBaseUrl: () => string): Promise<Server> {
  const [app, findPage] = [new Koa(), createProblemPages()];
  app.use((ctx, next) => {
    const page = ctx.method === 'GET' ? findPage(ctx.path) : undefined;
    if (!page) return next();
    ctx.set(page.headers);
    Object.assign(ctx, { status: page.status, body: page.body });
  });
  // Put your own routes before this one, and body parsers only on those routes, because the API reads bodies itself.
  app.use(koaApi(api));
  const server = createHttpServer(app.callback(), { publicBaseUrl });
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, host, resolve));
  return server;
}

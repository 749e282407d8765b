import type { Server } from 'node:http';
import { createProblemPages } from '@payment-invoice/kit/pages';
import { type Api, createHttpServer } from '@payment-invoice/stubs';
import { expressApi } from '@payment-invoice/stubs/express';
import express from 'express';

/** Serves the API and the pages to which its problems link. Resolves when the server listens. */
export async function listen(api: Api, port: number, host: string, publicBaseUrl: () => string): Promise<Server> {
  const [app, findPage] = [express().disable('x-powered-by'), createProblemPages()];
  app.use((request, response, next) => {
    const page = request.method === 'GET' ? findPage(request.path) : undefined;
    if (page) response.status(page.status).set(page.headers).send(page.body);
    else next();
  });
  // Put your own routes before this one, and body parsers only on those routes, because the API reads bodies itself.
  app.use(expressApi(api));
  const server = createHttpServer(app, { publicBaseUrl });
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, host, resolve));
  return server;
}

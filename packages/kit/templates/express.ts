import type { Server } from 'node:http';
import { createProblemPages } from '@payment-invoice/kit/pages';
import { type Api, createHttpServer } from '@payment-invoice/stubs';
import { expressApi } from '@payment-invoice/stubs/express';
import express from 'express';

/** Serves the API, and the pages that its problems name. Resolves when it listens. */
export async function listen(api: Api, port: number, host: string, publicBaseUrl: () => string): Promise<Server> {
  const [app, findPage] = [express().disable('x-powered-by'), createProblemPages()];
  app.use((request, response, next) => {
    const page = request.method === 'GET' ? findPage(request.path) : undefined;
    if (page) response.status(page.status).set(page.headers).send(page.body);
    else next();
  });
  // Your own routes come before; body parsers only on those, as the API reads bodies itself.
  app.use(expressApi(api));
  const server = createHttpServer(app, { publicBaseUrl });
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, host, resolve));
  return server;
}

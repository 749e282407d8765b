import type { Server } from 'node:http';
import { createProblemPages } from '@payment-invoice/kit/pages';
import { type Api, createHttpServer } from '@payment-invoice/stubs';
import { fastifyApi } from '@payment-invoice/stubs/fastify';
import fastify from 'fastify';

/** Serves the API and the pages to which its problems link. Resolves when the server listens. */
export async function listen(api: Api, port: number, host: string, publicBaseUrl: () => string): Promise<Server> {
  const app = fastify({ serverFactory: (listener) => createHttpServer(listener, { publicBaseUrl }) });
  const findPage = createProblemPages();
  app.get('/problems/*', (request, reply) => {
    const page = findPage(request.url);
    return page ? reply.code(page.status).headers(page.headers).send(page.body) : reply.callNotFound();
  });
  // Add your own routes next to this one. The API handles the requests that no other route matches.
  await app.register(fastifyApi(api));
  await app.listen({ port, host });
  return app.server;
}

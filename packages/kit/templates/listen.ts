import type { Server } from 'node:http';
import { createProblemPages } from '@payment-invoice/kit/pages';
import { type Api, createHttpServer } from '@payment-invoice/stubs';
import { nodeHttpApi } from '@payment-invoice/stubs/node-http';

/** Serves the API and the pages to which its problems link. Resolves when the server listens. */
export async function listen(api: Api, port: number, host: string, publicBaseUrl: () => string): Promise<Server> {
  const [serveApi, findPage] = [nodeHttpApi(api), createProblemPages()];
  const server = createHttpServer(
    (request, response) => {
      const page = request.method === 'GET' ? findPage(request.url ?? '') : undefined;
      if (page) response.writeHead(page.status, page.headers).end(page.body);
      else serveApi(request, response);
    },
    { publicBaseUrl },
  );
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, host, resolve));
  return server;
}

import { once } from 'node:events';
import { createServer, request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import Koa from 'koa';
import { afterAll } from 'vitest';
import type { ApiOptions } from '../src/api/api-options.ts';
import { createApi } from '../src/api/create-api.ts';
import { koaApi } from '../src/koa.ts';

export interface JsonResponse {
  status: number;
  headers: NodeJS.Dict<string | string[]>;
  json: { code?: string; errors?: unknown; [name: string]: unknown };
}

/** The parts of a request, besides its body, that a test chooses. The defaults make a successful createPayment. */
export interface AskOptions {
  path?: string;
  method?: string;
  headers?: Readonly<Record<string, string | string[] | undefined>>;
}

/** A server on Koa, with a function that sends it a request. */
export interface AskedServer {
  ask(body: string | Buffer, options?: AskOptions): Promise<JsonResponse>;
}

/** Starts a server on Koa that gives every request the id `req_test`. It is stopped after the tests of the file. */
export async function startAskedServer(options: ApiOptions<string>): Promise<AskedServer> {
  const app = new Koa();
  app.use(async (ctx, next) => {
    ctx.state.requestId = 'req_test';
    await next();
  });
  app.use(koaApi(await createApi(options)));
  const server = createServer(app.callback()).listen(0, '127.0.0.1');
  await once(server, 'listening');
  afterAll(() => void server.close());
  const { port } = server.address() as AddressInfo;
  return {
    async ask(body, { path = '/api/v1/payments/create', method = 'POST', headers = {} } = {}) {
      const all = {
        host: 'shop.test',
        authorization: 'Bearer good',
        'content-type': 'application/json',
        'content-length': String(Buffer.byteLength(body)),
        ...headers,
      };
      const sent = httpRequest({
        port,
        path,
        method,
        headers: Object.entries(all).flatMap(([name, value = []]) => [value].flat().flatMap((one) => [name, one])),
      });
      sent.end(body);
      const [response] = await once(sent, 'response');
      const text = Buffer.concat(await response.toArray()).toString();
      return { status: response.statusCode, headers: response.headers, json: text === '' ? {} : JSON.parse(text) };
    },
  };
}

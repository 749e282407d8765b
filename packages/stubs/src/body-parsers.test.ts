/** Tests an API behind a body parser that has read the body: the API must report that, and not treat the body as empty. */
import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createAdaptorServer } from '@hono/node-server';
import { bodyParser } from '@koa/bodyparser';
import express from 'express';
import fastify from 'fastify';
import { Hono } from 'hono';
import Koa from 'koa';
import { expect, onTestFinished, test, vi } from 'vitest';
import { exampleOptions } from '../testing/example-api.ts';
import { type Api, createApi } from './api/create-api.ts';
import { expressApi } from './express.ts';
import { fastifyApi } from './fastify.ts';
import { fetchApi } from './fetch.ts';
import { koaApi } from './koa.ts';
import { BodyConsumedError } from './request/body-consumed-error.ts';

const rawParser = express.raw({ type: '*/*' });

/** Servers that use a body parser before the API, as people do when their own routes need the parser. */
const servers: Record<string, (api: Api) => Promise<Server>> = {
  koa: async (api) => new Koa().use(bodyParser()).use(koaApi(api)).listen(0),
  express: async (api) => express().use(express.json(), expressApi(api)).listen(0),
  'express with a raw parser': async (api) => express().use(rawParser, expressApi(api)).listen(0),
  fastify: async (api) => {
    const app = fastify();
    app.addHook('onRequest', async (request) => void (await request.raw.toArray()));
    await app.register(fastifyApi(api));
    await app.listen();
    return app.server;
  },
  hono: async (api) => {
    const respond = fetchApi(api, { remoteAddress: () => undefined });
    const app = new Hono();
    app.use(async (c, next) => {
      await c.req.json();
      await next();
    });
    app.all('*', (c) => respond(c.req.raw));
    return createAdaptorServer({ fetch: app.fetch }).listen(0) as Server;
  },
};

const send = (server: Server, method = 'POST') =>
  fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/api/v1/payments/create`, {
    method,
    headers: { Authorization: 'Bearer good', 'Content-Type': 'application/json' },
    ...(method === 'POST' && { body: '{"cashTag":"$coffeeshop","amount":12.5}' }),
  });

async function start(name: string, api: Api): Promise<Server> {
  const server = await servers[name]?.(api);
  if (!server) throw new Error(`There is no ${name}.`);
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  if (!server.listening) await once(server, 'listening');
  return server;
}

test.each(Object.keys(servers))('%s', async (name) => {
  const reported: unknown[] = [];
  const server = await start(name, await createApi({ ...exampleOptions, onError: (error) => void reported.push(error) }));
  const response = await send(server);
  expect(response.status).toBe(500);
  expect(await response.json()).toMatchObject({ code: 'internal_error' });
  expect(reported).toEqual([expect.any(BodyConsumedError)]);
  expect(String(reported)).toContain('Put the API before the parser');
});

test('Fastify parses the bodies of its other routes, and not those of the API', async () => {
  const app = fastify();
  app.post('/echo', async (request) => request.body);
  await app.register(fastifyApi(await createApi(exampleOptions)));
  await app.listen();
  onTestFinished(() => app.close());
  expect((await send(app.server)).status).toBe(200);
  const url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}/echo`;
  const echo = await fetch(url, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: '{"a":1}' });
  expect(await echo.json()).toEqual({ a: 1 });
});

test('without onError the console is told', async () => {
  const said = vi.spyOn(console, 'error').mockReturnValue();
  onTestFinished(() => said.mockRestore());
  const { onError: _, ...silent } = exampleOptions;
  await send(await start('express', await createApi(silent)));
  expect(said).toHaveBeenCalledWith(expect.stringMatching(/^req_/), expect.any(BodyConsumedError));
});

import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { getConnInfo } from '@hono/node-server/conninfo';
import { createApi, createHttpServer } from '@payment-invoice/stubs';
import { fetchApi } from '@payment-invoice/stubs/fetch';
import { Hono } from 'hono';
import { authenticate, handlers } from './handlers.ts';
import { host, port, publicBaseUrl } from './settings.ts';

const api = fetchApi(await createApi({ handlers, authenticate, publicBaseUrl }), {
  remoteAddress: (_request, address: string | undefined) => address,
});
const app = new Hono();
// Add your own routes before this line. Deno.serve and Bun.serve need no Hono: after the request they pass an object that has the
// address.
app.all('*', (c) => api(c.req.raw, getConnInfo(c).remote.address));

const server = createHttpServer(getRequestListener(app.fetch), { publicBaseUrl });
server.listen(port, host, () => console.log(`Listening on http://${host}:${(server.address() as AddressInfo).port}`));

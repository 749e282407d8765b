import { serve } from '@hono/node-server';
import { createApi } from '@payment-invoice/stubs';
import { fetchApi } from '@payment-invoice/stubs/fetch';
import { Hono } from 'hono';
import { authenticate, handlers } from './handlers.ts';

const port = Number(process.env.PORT ?? 8080);
/** Only this machine, until you say otherwise: 0.0.0.0 lets everyone in who reaches it. */
const host = process.env.HOST ?? '127.0.0.1';
/** The URL by which clients reach this server; problem types are URLs below it. */
const publicBaseUrl = () => process.env.BASE_URL ?? `http://localhost:${port}`;

const api = fetchApi(await createApi({ handlers, authenticate, publicBaseUrl }));
const app = new Hono();
// Your own routes come before. Deno.serve(api) and Bun.serve({ fetch: api }) need no Hono.
app.all('*', (c) => api(c.req.raw));

serve({ fetch: app.fetch, port, hostname: host }, (address) => console.log(`Listening on http://${host}:${address.port}`));

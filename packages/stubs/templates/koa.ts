import type { AddressInfo } from 'node:net';
import { createApi, createHttpServer } from '@payment-invoice/stubs';
import { koaApi } from '@payment-invoice/stubs/koa';
import Koa from 'koa';
import { authenticate, handlers } from './handlers.ts';

const port = Number(process.env.PORT ?? 8080);
/** Only this machine, until you say otherwise: 0.0.0.0 lets everyone in who reaches it. */
const host = process.env.HOST ?? '127.0.0.1';
/** The URL by which clients reach this server; problem types are URLs below it. */
const publicBaseUrl = () => process.env.BASE_URL ?? `http://localhost:${port}`;

const app = new Koa();
// Your own routes come before; body parsers only on those, as the API reads bodies itself.
app.use(koaApi(await createApi({ handlers, authenticate, publicBaseUrl })));

const server = createHttpServer(app.callback(), { publicBaseUrl });
server.listen(port, host, () => console.log(`Listening on http://${host}:${(server.address() as AddressInfo).port}`));

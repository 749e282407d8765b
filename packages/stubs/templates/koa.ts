import type { AddressInfo } from 'node:net';
import { createApi, createHttpServer } from '@payment-invoice/stubs';
import { koaApi } from '@payment-invoice/stubs/koa';
import Koa from 'koa';
import { authenticate, handlers } from './handlers.ts';
import { host, port, publicBaseUrl } from './settings.ts';

const app = new Koa();
// Add your own routes before this line. Use body parsers only on those routes, because the API reads bodies itself.
app.use(koaApi(await createApi({ handlers, authenticate, publicBaseUrl })));

const server = createHttpServer(app.callback(), { publicBaseUrl });
server.listen(port, host, () => console.log(`Listening on http://${host}:${(server.address() as AddressInfo).port}`));

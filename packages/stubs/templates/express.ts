import type { AddressInfo } from 'node:net';
import { createApi, createHttpServer } from '@payment-invoice/stubs';
import { expressApi } from '@payment-invoice/stubs/express';
import express from 'express';
import { authenticate, handlers } from './handlers.ts';
import { host, port, publicBaseUrl } from './settings.ts';

const app = express().disable('x-powered-by');
// Add your own routes before this line. Use body parsers only on those routes, because the API reads bodies itself.
app.use(expressApi(await createApi({ handlers, authenticate, publicBaseUrl })));

const server = createHttpServer(app, { publicBaseUrl });
server.listen(port, host, () => console.log(`Listening on http://${host}:${(server.address() as AddressInfo).port}`));

import type { AddressInfo } from 'node:net';
import { createApi, createHttpServer } from '@payment-invoice/stubs';
import { nodeHttpApi } from '@payment-invoice/stubs/node-http';
import { authenticate, handlers } from './handlers.ts';
import { host, port, publicBaseUrl } from './settings.ts';

const api = await createApi({ handlers, authenticate, publicBaseUrl });
const server = createHttpServer(nodeHttpApi(api), { publicBaseUrl });
server.listen(port, host, () => console.log(`Listening on http://${host}:${(server.address() as AddressInfo).port}`));

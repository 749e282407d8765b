import { createApi, createHttpServer } from '@payment-invoice/stubs';
import { fastifyApi } from '@payment-invoice/stubs/fastify';
import fastify from 'fastify';
import { authenticate, handlers } from './handlers.ts';
import { host, port, publicBaseUrl } from './settings.ts';

const app = fastify({ serverFactory: (listener) => createHttpServer(listener, { publicBaseUrl }) });
// Add your own routes before or after this line. The API takes only the requests that no other route takes.
await app.register(fastifyApi(await createApi({ handlers, authenticate, publicBaseUrl })));

console.log('Listening on', await app.listen({ port, host }));

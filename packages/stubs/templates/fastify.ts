import { createApi, createHttpServer } from '@payment-invoice/stubs';
import { fastifyApi } from '@payment-invoice/stubs/fastify';
import fastify from 'fastify';
import { authenticate, handlers } from './handlers.ts';

const port = Number(process.env.PORT ?? 8080);
/** Only this machine, until you say otherwise: 0.0.0.0 lets everyone in who reaches it. */
const host = process.env.HOST ?? '127.0.0.1';
/** The URL by which clients reach this server; problem types are URLs below it. */
const publicBaseUrl = () => process.env.BASE_URL ?? `http://localhost:${port}`;

const app = fastify({ serverFactory: (listener) => createHttpServer(listener, { publicBaseUrl }) });
// Add your own routes beside it; the API takes the requests that no other route does.
await app.register(fastifyApi(await createApi({ handlers, authenticate, publicBaseUrl })));

console.log('Listening on', await app.listen({ port, host }));

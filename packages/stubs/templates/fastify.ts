import { createApi, createHttpServer } from '@payment-invoice/stubs';
import { fastifyApi } from '@payment-invoice/stubs/fastify';
import fastify from 'fastify';
import { authenticate, handlers } from './handlers.ts';

const port = Number(process.env.PORT ?? 8080);
/** How clients reach this server: problems and pages are named below it. */
const publicBaseUrl = () => process.env.BASE_URL ?? `http://localhost:${port}`;

const app = fastify({ serverFactory: (listener) => createHttpServer(listener, { publicBaseUrl }) });
// Your own routes may stand beside; this one answers what no other does.
await app.register(fastifyApi(await createApi({ handlers, authenticate, publicBaseUrl })));

// Not app.listen, which by itself is reached from this machine alone.
await app.ready();
app.server.listen(port, () => console.log('Listening on', app.server.address()));

import { createApi, createHttpServer } from '@payment-invoice/stubs';
import { nodeHttpApi } from '@payment-invoice/stubs/node-http';
import { authenticate, handlers } from './handlers.ts';

const port = Number(process.env.PORT ?? 8080);
/** The URL by which clients reach this server; problem types are URLs below it. */
const publicBaseUrl = () => process.env.BASE_URL ?? `http://localhost:${port}`;

const api = await createApi({ handlers, authenticate, publicBaseUrl });
const server = createHttpServer(nodeHttpApi(api), { publicBaseUrl });
server.listen(port, () => console.log('Listening on', server.address()));

/**
 * A fetch over Node's own http. An entry of its own, because it needs Node.js: whoever does not import it does not carry it.
 */
import http, { type Agent, type IncomingMessage } from 'node:http';
import https from 'node:https';
import { pipeline, type Readable } from 'node:stream';
import { type BrotliDecompress, createBrotliDecompress, createGunzip, createInflate, type Gunzip, type Inflate } from 'node:zlib';
import { type FetchBody, type FetchResponse, readText } from './http/read-text.ts';
import { wrongOption } from './options/wrong-option.ts';

/** Some gateways compress what nobody asked them to. */
const unpackers = new Map<string, () => BrotliDecompress | Gunzip | Inflate>([
  ['gzip', createGunzip],
  ['deflate', createInflate],
  ['br', createBrotliDecompress],
]);

/** The options of createNodeFetch. */
export interface NodeFetchOptions {
  /**
   * Makes and keeps the connections: an `http.Agent`, or for an https base URL an `https.Agent`, with your own certificate
   * authority, client certificate, proxy or limit of connections. Node's global agent when absent.
   */
  agent?: Agent | undefined;
}

/** The part of a fetch's init that createNodeFetch reads, in every form that the global fetch takes. */
export interface NodeFetchInit {
  method: string;
  headers?: ConstructorParameters<typeof Headers>[0];
  body?: string | null;
  signal?: AbortSignal | null;
}

/**
 * Makes a `fetch` for createClient that sends over Node's own http: with an agent of your own, and for about two thirds of the
 * CPU time that a call over Node's fetch takes. It follows no redirect and asks for responses that are not compressed.
 * Throws a TypeError at once when an option is wrong.
 */
export function createNodeFetch(options: NodeFetchOptions = {}): (url: string, init: NodeFetchInit) => Promise<FetchResponse> {
  const { agent, ...others } = options;
  const [unknown] = Object.keys(others);
  if (unknown !== undefined) throw new TypeError(`There is no option "${unknown}".`);
  // As Node's http asks: agents of older proxy packages have only this, and no createConnection.
  if (agent !== undefined && typeof (agent as { addRequest?: unknown } | null)?.addRequest !== 'function')
    throw wrongOption('agent', 'be an http.Agent or https.Agent.');

  return async (url, { method, headers, body, signal }) => {
    const message = await new Promise<IncomingMessage>((resolve, reject) => {
      // Looked up at each call: mocks and tracers put theirs in its place, after this module was loaded too.
      const { request: send } = url.startsWith('https:') ? https : http;
      const request = send(url, {
        method,
        headers: { 'accept-encoding': 'identity', ...Object.fromEntries(new Headers(headers)) },
        agent,
        signal: signal ?? undefined,
      });
      request.on('response', resolve);
      request.on('error', (error: Error & { rawPacket?: Buffer }) => {
        // What is no HTTP stays in the parser's error; it may repeat token and receipt, and errors are logged.
        delete error.rawPacket;
        reject(error);
      });
      // A response that changes the protocol is neither.
      request.on('close', () => reject(new Error('The connection was closed without a response.')));
      request.end(body ?? undefined);
    });
    const fields = new Headers();
    for (let index = 0; index < message.rawHeaders.length; index += 2)
      fields.append(String(message.rawHeaders[index]), String(message.rawHeaders[index + 1]));
    const status = Number(message.statusCode);
    const response: FetchResponse = {
      status,
      headers: fields,
      body: bodyOf(message, fields),
      text: async () => (await readText(response, Number.POSITIVE_INFINITY)) ?? '',
    };
    return response;
  };
}

/** Reads piece by piece, so that the reader can stop before a response without end has filled the memory. */
function bodyOf(message: IncomingMessage, headers: Headers): FetchBody {
  const unpacker = unpackers.get(headers.get('content-encoding')?.toLowerCase() ?? '')?.();
  // The error comes out of the unpacked stream.
  const stream: Readable = unpacker ? pipeline(message, unpacker, () => undefined) : message;
  const pieces = stream[Symbol.asyncIterator]() as AsyncIterator<Uint8Array, undefined>;
  const read = () =>
    pieces.next().catch((error: NodeJS.ErrnoException) => {
      // What is empty is so whatever its header says.
      if (error.code === 'Z_BUF_ERROR' && unpacker?.bytesWritten === 0) return { done: true };
      throw error;
    });
  return { getReader: () => ({ read }) };
}

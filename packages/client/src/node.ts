/** A fetch over Node's own http module. A separate entry point, so that programs for other runtimes do not bundle it. */
import http, { type Agent, type IncomingMessage } from 'node:http';
import https from 'node:https';
import { pipeline, type Readable } from 'node:stream';
import { type BrotliDecompress, createBrotliDecompress, createGunzip, createInflate, type Gunzip, type Inflate } from 'node:zlib';
import { type FetchBody, type FetchResponse, readText } from './http/read-text.ts';
import { wrongOption } from './options/read-options.ts';

/** Decompressors by encoding, because some gateways compress responses unasked. */
const unpackers = new Map<string, () => BrotliDecompress | Gunzip | Inflate>([
  ['gzip', createGunzip],
  ['deflate', createInflate],
  ['br', createBrotliDecompress],
]);

/** The options of createNodeFetch. */
export interface NodeFetchOptions {
  /** The `http.Agent` or `https.Agent` for the connections, for example one with a proxy or a client certificate of your own. */
  agent?: Agent | undefined;
}

/** The part of the `init` argument that createNodeFetch reads. Each field may have any type that the global fetch accepts. */
export interface NodeFetchInit {
  method: string;
  headers?: ConstructorParameters<typeof Headers>[0];
  body?: string | null;
  signal?: AbortSignal | null;
}

/**
 * Makes a `fetch` for createClient that sends requests over Node's own http. It accepts your own agent, and a call needs about
 * two thirds of the CPU time that it needs with Node's fetch. It follows no redirects and asks for uncompressed responses. Throws
 * a TypeError immediately when an option is wrong.
 */
export function createNodeFetch(options: NodeFetchOptions = {}): (url: string, init: NodeFetchInit) => Promise<FetchResponse> {
  const { agent, ...others } = options;
  const [unknown] = Object.keys(others);
  if (unknown !== undefined) throw new TypeError(`There is no option "${unknown}".`);
  // Checks only what Node's http checks, because agents of older proxy packages have addRequest but no createConnection.
  if (agent !== undefined && typeof (agent as { addRequest?: unknown } | null)?.addRequest !== 'function')
    throw wrongOption('agent', 'be an http.Agent or https.Agent.');

  return async (url, { method, headers, body, signal }) => {
    const message = await new Promise<IncomingMessage>((resolve, reject) => {
      // Looks up the function at each call, because mocks and tracers may replace it after this module was loaded.
      const { request: send } = url.startsWith('https:') ? https : http;
      const request = send(url, {
        method,
        headers: { 'accept-encoding': 'identity', ...Object.fromEntries(new Headers(headers)) },
        agent,
        signal: signal ?? undefined,
      });
      request.on('response', resolve);
      request.on('error', (error: Error & { rawPacket?: Buffer }) => {
        // The error of Node's HTTP parser contains bytes that may repeat the token or the receipt, and applications log errors.
        delete error.rawPacket;
        reject(error);
      });
      // If the response switches the protocol (101), the request emits neither `response` nor `error`, but it does close.
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

/** Returns a body that is read piece by piece, so that the reader can stop before an endless response fills the memory. */
function bodyOf(message: IncomingMessage, headers: Headers): FetchBody {
  const unpacker = unpackers.get(headers.get('content-encoding')?.toLowerCase() ?? '')?.();
  // An error is also reported by the decompressed stream, which is read below, so this callback can ignore it.
  const stream: Readable = unpacker ? pipeline(message, unpacker, () => undefined) : message;
  const pieces = stream[Symbol.asyncIterator]() as AsyncIterator<Uint8Array, undefined>;
  const read = () =>
    pieces.next().catch((error: NodeJS.ErrnoException) => {
      // An empty body is not an error, even if the Content-Encoding says that it is compressed.
      if (error.code === 'Z_BUF_ERROR' && unpacker?.bytesWritten === 0) return { done: true };
      throw error;
    });
  return { getReader: () => ({ read }) };
}

/**
 * A fetch over Node's own http. An entry of its own: it is the only module of the client that needs Node.js, and who does
 * not import it does not carry it.
 */
import http, { type Agent, type IncomingMessage } from 'node:http';
import https from 'node:https';
import { buffer, text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate } from 'node:zlib';
import { type Fetch, wrongOption } from './read-options.ts';

/** Some gateways compress what nobody asked them to. */
const unpackers = new Map<string, (packed: Buffer) => Promise<Buffer>>([
  ['gzip', promisify(gunzip)],
  ['deflate', promisify(inflate)],
  ['br', promisify(brotliDecompress)],
]);

/** What createNodeFetch takes. */
export interface NodeFetchOptions {
  /**
   * Makes and keeps the connections: an `http.Agent`, or for an https base URL an `https.Agent`, with your own certificate
   * authority, client certificate, proxy or limit of connections. Node's global agent when absent.
   */
  agent?: Agent;
}

/**
 * Makes a `fetch` for createClient that sends over Node's own http: with an agent of your own, and for about two thirds of the
 * CPU time that a call over Node's fetch takes. It follows no redirect and asks for answers that are not compressed.
 * Throws a TypeError at once when an option is wrong.
 */
export function createNodeFetch(options: NodeFetchOptions = {}): Fetch {
  const { agent, ...others } = options;
  const [unknown] = Object.keys(others);
  if (unknown !== undefined) throw new TypeError(`There is no option "${unknown}".`);
  // As Node's http asks: agents of older proxy packages have this alone, and no createConnection.
  if (agent !== undefined && typeof (agent as { addRequest?: unknown } | null)?.addRequest !== 'function')
    throw wrongOption('agent', 'be an http.Agent or https.Agent.');

  return async (url, { method, headers, body, signal }) => {
    const answer = await new Promise<IncomingMessage>((done, fail) => {
      // Looked up at each call: mocks and tracers put theirs in its place, after this module was loaded too.
      const { request: send } = url.startsWith('https:') ? https : http;
      const request = send(url, {
        method,
        headers: {
          'user-agent': 'payment-invoice-client',
          'accept-encoding': 'identity',
          ...Object.fromEntries(new Headers(headers)),
        },
        agent,
        signal: signal ?? undefined,
      });
      request.on('response', done);
      request.on('error', (error: Error & { rawPacket?: Buffer }) => {
        // What is no HTTP stays in the parser's error; it may repeat token and receipt, and errors are logged.
        delete error.rawPacket;
        fail(error);
      });
      // An answer that changes the protocol is neither.
      request.on('close', () => fail(new Error('The connection was closed without an answer.')));
      request.end(body ?? undefined);
    });
    const fields = new Headers();
    for (let index = 0; index < answer.rawHeaders.length; index += 2)
      fields.append(String(answer.rawHeaders[index]), String(answer.rawHeaders[index + 1]));
    return { status: Number(answer.statusCode), headers: fields, text: () => readText(answer, fields) };
  };
}

async function readText(answer: IncomingMessage, headers: Headers): Promise<string> {
  const unpack = unpackers.get(headers.get('content-encoding')?.toLowerCase() ?? '');
  if (!unpack) return text(answer);
  const packed = await buffer(answer);
  // What is empty is so whatever its header says.
  return packed.length === 0 ? '' : new TextDecoder().decode(await unpack(packed));
}

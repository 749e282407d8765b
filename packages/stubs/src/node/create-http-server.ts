import type { IncomingMessage, RequestListener, Server, ServerOptions, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { http } from '../http.ts';
import { ProblemError } from '../problems/problem-error.ts';
import { makeRequestId } from '../request/make-request-id.ts';
import type { ApiResponse } from '../response/api-response.ts';
import { createProblemResponse } from '../response/create-problem-response.ts';
import { askWhenRead } from './ask-for-body.ts';
import { endUnreadResponses } from './end-unread-responses.ts';
import { limitConnections } from './limit-connections.ts';
import { takeTurns } from './take-turns.ts';

/** The time that a client has, in milliseconds. */
export interface HttpTimes {
  /** From the first byte of a request to the end of its headers. */
  headers: number;
  /** From the first byte of a request to its last. */
  request: number;
  /** From the first byte of a response until the client has read it. */
  response: number;
  /** Between a response and the next request on its connection. */
  idle: number;
  /** The interval at which the first three are checked. */
  check: number;
}

/** Times that are generous to slow lines, and end clients that are slow on purpose. */
export const defaultTimes: HttpTimes = { headers: 10_000, request: 30_000, response: 60_000, idle: 5_000, check: 1_000 };

/** The options of a server that itself refuses bytes that are no request. */
export interface HttpServerOptions {
  /** Names a request that is refused here; a random name by default. */
  makeRequestId?: () => string;
  publicBaseUrl: () => string;
  times?: HttpTimes;
  /** The most connections at once; for one more, an idle one is ended. Without it there is no limit but that of the system. */
  maxConnections?: number;
  /** Called with each request that is refused here, as no listener sees it: its status, Node's code of the error, and the peer's address. */
  onRefused?: (status: number, code: string, requestId: string, remoteAddress: string | undefined) => void;
}

/** The most headers of a request: several times those of a browser behind proxies. Each costs the server more than its sender. */
const mostHeaders = 100;

/** The time that a refused connection may go on sending before it is cut, in milliseconds. */
const linger = 500;

/**
 * Makes a server whose every response is the listener's or a problem. Node alone sends a bare status for bytes that are no HTTP, and
 * for a request that comes too slowly, names no host, or expects something unknown. A body announced with `Expect: 100-continue`
 * is asked for when it is read, and so not before the token is known.
 */
export function createHttpServer(listener: RequestListener, options: HttpServerOptions): Server {
  const { times = defaultTimes, makeRequestId: nameRequest = makeRequestId } = options;
  const refuse = (detail: string, code: string, remoteAddress: string | undefined): ApiResponse => {
    const requestId = nameRequest();
    // The catalogue has no finer word for a request that cannot be read.
    const problem = new ProblemError('malformed_json', detail);
    options.onRefused?.(problem.status, code, requestId, remoteAddress);
    return createProblemResponse(problem, { requestId, path: undefined, baseUrl: options.publicBaseUrl() });
  };
  const settings: ServerOptions = {
    headersTimeout: times.headers,
    requestTimeout: times.request,
    keepAliveTimeout: times.idle,
    connectionsCheckingInterval: times.check,
    // Checked below, with a problem.
    requireHostHeader: false,
  };
  /** The last response of each connection, sent or to come. */
  const responses = new WeakMap<object, ServerResponse>();
  const handle = takeTurns(listener);
  const server = http.createServer(settings, (request, response) => {
    // A request before it was refused: where that one ends is doubtful, so this one may be a part of it.
    if (refused.has(request.socket)) return;
    responses.set(request.socket, response);
    const refuseThis = (detail: string, code: string) => {
      refused.add(request.socket);
      send(response, refuse(detail, code, request.socket.remoteAddress));
    };
    if (request.httpVersionMajor !== 1 || request.httpVersionMinor > 1) {
      refuseThis('The request is of a version of HTTP other than 1.1. Use HTTP/1.1.', 'VERSION');
    } else if (request.rawHeaders.length > 2 * mostHeaders) {
      refuseThis(explain('HPE_HEADER_OVERFLOW'), 'MANY_HEADERS');
    } else if (countHosts(request) > 1) {
      refuseThis('The request has two Host headers. Send one.', 'TWO_HOSTS');
    } else if (request.headers.host === undefined && request.httpVersionMinor === 1) {
      refuseThis('The request has no Host header. Send it, as HTTP/1.1 asks.', 'NO_HOST');
    } else if (!isChunkedAlone(request)) {
      // A coding that is not undone would be read as the body.
      const cure = 'Send the body chunked, or with a Content-Length.';
      refuseThis(`The Transfer-Encoding is other than chunked. ${cure}`, 'TRANSFER_CODING');
    } else handle(request, response);
  });
  const responseOf = (socket: Socket) => responses.get(socket);
  endUnreadResponses(server, responseOf, { limit: times.response, check: times.check });
  if (options.maxConnections !== undefined) limitConnections(server, responseOf, options.maxConnections);
  server.on('checkContinue', (request, response) => {
    askWhenRead(request, response);
    server.emit('request', request, response);
  });
  server.on('checkExpectation', (request, response) => {
    send(
      response,
      refuse(
        'The request expects something that the service does not do. Send it without Expect.',
        'EXPECTATION',
        request.socket.remoteAddress,
      ),
    );
  });
  // Node alone ends the connection without a word.
  server.on('connect', (request, duplex) => {
    const socket = duplex as Socket;
    socket.on('error', () => undefined);
    const response = refuse('The service is no proxy, and opens no tunnel.', 'CONNECT', request.socket.remoteAddress);
    const pending = responses.get(socket);
    // An earlier request is still being handled, and its response comes first.
    if (pending === undefined || pending.writableFinished) end(socket, response);
    else pending.once('close', () => end(socket, response));
  });
  server.on('clientError', (error: NodeJS.ErrnoException, duplex) => {
    const socket = duplex as Socket;
    // Nothing after the first mistake is read.
    socket.removeAllListeners('data').on('error', () => undefined);
    if (refused.has(socket)) return;
    refused.add(socket);
    const pending = responses.get(socket);
    const settled = pending === undefined || pending.writableFinished;
    if (error.code === 'ECONNRESET' || !socket.writable) socket.destroy();
    else if (settled || (!pending.headersSent && !pending.req.complete))
      end(socket, refuse(explain(error.code), error.code ?? '', socket.remoteAddress));
    // Half a response is on its way, and the body will not come.
    else if (!pending.req.complete) socket.destroy();
    // An earlier request is still being handled, and its response comes first.
    else pending.once('close', () => end(socket, refuse(explain(error.code), error.code ?? '', socket.remoteAddress)));
  });
  return server;
}

const refused = new WeakSet<Socket>();

/** Counts the Host headers; Node keeps the first, and a proxy in front may go by the last. */
function countHosts({ rawHeaders }: IncomingMessage): number {
  let count = 0;
  for (let i = 0; i < rawHeaders.length; i += 2)
    if (rawHeaders[i]?.length === 4 && rawHeaders[i]?.toLowerCase() === 'host') count++;
  return count;
}

/** Tells whether the body comes as it is, or in chunks and no other coding: Node undoes the chunks and takes no notice of the rest. */
function isChunkedAlone({ headers }: IncomingMessage): boolean {
  const coding = headers['transfer-encoding'];
  return coding === undefined || coding.toLowerCase() === 'chunked';
}

function explain(code: string | undefined): string {
  switch (code) {
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return 'The request did not arrive in time. Send it again, faster.';
    case 'HPE_HEADER_OVERFLOW':
      return 'The headers of the request are too large. Send fewer, or shorter ones.';
  }
  return 'The request is not HTTP/1.1 as the service reads it. Use an HTTP client.';
}

function send(response: ServerResponse, { status, headers, body }: ApiResponse): void {
  const text = JSON.stringify(body);
  response.writeHead(status, { ...headers, 'Content-Length': Buffer.byteLength(text), Connection: 'close' }).end(text);
}

function end(socket: Socket, { status, headers, body }: ApiResponse): void {
  if (!socket.writable) return;
  const text = JSON.stringify(body);
  const lines = Object.entries({ ...headers, 'Content-Length': Buffer.byteLength(text), Connection: 'close' }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  );
  socket.end(`HTTP/1.1 ${status} Bad Request\r\n${lines.join('')}\r\n${text}`);
  // Not at once: a reset would overtake the response.
  setTimeout(() => socket.destroy(), linger).unref();
}

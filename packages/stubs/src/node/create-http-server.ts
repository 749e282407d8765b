import type { IncomingMessage, RequestListener, Server, ServerOptions, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { http } from '../http.ts';
import { ProblemError } from '../problems/problem-error.ts';
import { type ApiResponse, headerValues, makeRequestId } from '../request/api-messages.ts';
import { createProblemResponse } from '../response/create-problem-response.ts';
import { limitConnections, type ResponseOf, takeTurns } from './limit-connections.ts';
import { askWhenRead } from './node-messages.ts';

/** The time limits for clients, in milliseconds. */
export interface HttpTimes {
  /** From the first byte of a request to the end of its headers. */
  headers: number;
  /** From the first byte of a request to its last. */
  request: number;
  /** From the first byte of a response until the client has read the response. */
  response: number;
  /** Between a response and the next request on the same connection. */
  idle: number;
  /** The time between two checks of the limits for headers, requests and responses. */
  check: number;
}

/** The default limits. They are long enough for slow connections, but cut off clients that are slow on purpose. */
export const defaultTimes: HttpTimes = { headers: 10_000, request: 30_000, response: 60_000, idle: 5_000, check: 1_000 };

/** The options of a server that responds with a problem when the bytes it receives are not a valid HTTP request. */
export interface HttpServerOptions {
  /** Returns an id for a request that this server refuses. By default it is random. */
  makeRequestId?: () => string;
  publicBaseUrl: () => string;
  times?: HttpTimes;
  /** The maximum number of open connections; no limit by default. When one more opens, the server closes an idle connection. */
  maxConnections?: number;
  /** Called for each request that the listener does not get, with the code of Node's error and the peer's address. */
  onRefused?: (status: number, code: string, requestId: string, remoteAddress: string | undefined) => void;
}

/** The maximum number of headers in a request. Browsers send far fewer, and a header costs the server more than the client. */
const mostHeaders = 100;

/** How long a refused connection stays open so that the client can finish sending, in milliseconds. */
const linger = 500;

/**
 * Makes a server that responds with a problem wherever Node.js would send only a status line: to a request that is invalid or too
 * slow, has no Host header, or has an unknown Expect header. All other requests go to the listener. If a client announces a body
 * with `Expect: 100-continue`, the server asks for the body only when the API reads it, after checking the token.
 */
export function createHttpServer(listener: RequestListener, options: HttpServerOptions): Server {
  const { times = defaultTimes, makeRequestId: nameRequest = makeRequestId } = options;
  const refuse = (detail: string, code: string, remoteAddress: string | undefined): ApiResponse => {
    const requestId = nameRequest();
    // malformed_json is the closest code in the catalogue for a request that cannot be parsed.
    const problem = new ProblemError('malformed_json', detail);
    options.onRefused?.(problem.status, code, requestId, remoteAddress);
    return createProblemResponse(problem, { requestId, path: undefined, baseUrl: options.publicBaseUrl() });
  };
  const settings: ServerOptions = {
    headersTimeout: times.headers,
    requestTimeout: times.request,
    keepAliveTimeout: times.idle,
    connectionsCheckingInterval: times.check,
    // This is off, because the listener below checks the Host header itself and responds with a problem.
    requireHostHeader: false,
  };
  /** The latest response of each connection, whether it has been sent or not. */
  const responses = new WeakMap<object, ServerResponse>();
  const handle = takeTurns(listener);
  const server = http.createServer(settings, (request, response) => {
    // An earlier request on this connection was refused. These bytes may belong to its body, whose end is unknown.
    if (refused.has(request.socket)) return;
    responses.set(request.socket, response);
    const refuseThis = (detail: string, code: string) => {
      refused.add(request.socket);
      send(response, refuse(detail, code, request.socket.remoteAddress));
    };
    if (request.httpVersionMajor !== 1 || request.httpVersionMinor > 1) {
      refuseThis('The request is not HTTP/1.1. Use that version.', 'VERSION');
    } else if (request.rawHeaders.length > 2 * mostHeaders) {
      refuseThis(explain('HPE_HEADER_OVERFLOW'), 'MANY_HEADERS');
    } else if (headerValues(request, 'host').length > 1) {
      // Node.js uses the first Host header, but a proxy in front of this server may use the last.
      refuseThis('The request has two Host headers. Send one.', 'TWO_HOSTS');
    } else if (request.headers.host === undefined && request.httpVersionMinor === 1) {
      refuseThis('The request has no Host header, which HTTP/1.1 requires. Send one.', 'NO_HOST');
    } else if (!isChunkedAlone(request)) {
      // Refuses other transfer codings, because Node.js does not decode them, and the API would read encoded bytes.
      const cure = 'Send the body chunked, or with a Content-Length.';
      refuseThis(`The Transfer-Encoding is not chunked. ${cure}`, 'TRANSFER_CODING');
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
    const detail = 'The request expects something that the service does not support. Send it without the Expect header.';
    send(response, refuse(detail, 'EXPECTATION', request.socket.remoteAddress));
  });
  // Responds to a CONNECT request. Without this handler, Node.js would close the connection without a response.
  server.on('connect', (request, duplex) => {
    const socket = duplex as Socket;
    socket.on('error', () => undefined);
    const response = refuse('The service is not a proxy and opens no tunnels.', 'CONNECT', request.socket.remoteAddress);
    const pending = responses.get(socket);
    // HTTP/1.1 requires responses in the order of the requests, so this response waits until the previous response has been sent.
    if (pending === undefined || pending.writableFinished) end(socket, response);
    else pending.once('close', () => end(socket, response));
  });
  server.on('clientError', (error: NodeJS.ErrnoException, duplex) => {
    const socket = duplex as Socket;
    // Stops reading at the first invalid bytes.
    socket.removeAllListeners('data').on('error', () => undefined);
    if (refused.has(socket)) return;
    refused.add(socket);
    const pending = responses.get(socket);
    const settled = pending === undefined || pending.writableFinished;
    if (error.code === 'ECONNRESET' || !socket.writable) socket.destroy();
    else if (settled || (!pending.headersSent && !pending.req.complete))
      end(socket, refuse(explain(error.code), error.code ?? '', socket.remoteAddress));
    // The response has already begun, and the rest of the request's body is not coming, so the connection can only be closed.
    else if (!pending.req.complete) socket.destroy();
    // Waits until the response to the previous request has been sent, because responses must be in the order of the requests.
    else pending.once('close', () => end(socket, refuse(explain(error.code), error.code ?? '', socket.remoteAddress)));
  });
  return server;
}

const refused = new WeakSet<Socket>();

/** Returns whether the body has no transfer coding, or only `chunked`. Node.js decodes chunks and ignores all other codings. */
function isChunkedAlone({ headers }: IncomingMessage): boolean {
  const coding = headers['transfer-encoding'];
  return coding === undefined || coding.toLowerCase() === 'chunked';
}

function explain(code: string | undefined): string {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return 'The request did not arrive in time. Send it again, faster.';
  if (code === 'HPE_HEADER_OVERFLOW') return 'The headers of the request are too large. Send fewer, or shorter ones.';
  return 'The request is not valid HTTP/1.1. Use an HTTP client.';
}

function send(response: ServerResponse, { status, headers, body }: ApiResponse): void {
  const text = JSON.stringify(body);
  response.writeHead(status, { ...headers, 'Content-Length': Buffer.byteLength(text), Connection: 'close' }).end(text);
}

function end(socket: Socket, { status, headers, body }: ApiResponse): void {
  if (!socket.writable) return;
  const text = JSON.stringify(body);
  const sent = { ...headers, 'Content-Length': Buffer.byteLength(text), Connection: 'close' };
  const lines = Object.entries(sent).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status} Bad Request\r\n${lines.join('')}\r\n${text}`);
  // Closes the connection after a delay: unread bytes would cause a reset, perhaps before the client has read the response.
  setTimeout(() => socket.destroy(), linger).unref();
}

/** The response that a connection is sending, and the time in milliseconds at which it began. */
interface Sending {
  response: ServerResponse | undefined;
  since: number;
}

/** Closes connections whose client does not read a response within `limit` ms. Looks for them every `check` ms. */
function endUnreadResponses(server: Server, responseOf: ResponseOf, { limit, check }: { limit: number; check: number }): void {
  const sockets = new Map<Socket, Sending | undefined>();
  const look = () => {
    const now = performance.now();
    for (const [socket, sending] of sockets) {
      const response = responseOf(socket);
      if (socket.writableLength === 0) sockets.set(socket, undefined);
      else if (sending?.response !== response) sockets.set(socket, { response, since: now });
      else if (sending && now - sending.since >= limit) socket.destroy();
    }
  };
  server.on('connection', (socket: Socket) => {
    sockets.set(socket, undefined);
    socket.once('close', () => sockets.delete(socket));
  });
  server.on('listening', () => {
    const looking = setInterval(look, check).unref();
    server.once('close', () => clearInterval(looking));
  });
}

import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerOptions,
  type ServerResponse,
} from 'node:http';
import type { Socket } from 'node:net';
import { answerProblem } from './answer-problem.ts';
import type { ApiAnswer } from './api-exchange.ts';
import { makeRequestId } from './make-request-id.ts';
import { ProblemError } from './problem-error.ts';

/** How long a client may take, in milliseconds. */
export interface HttpTimes {
  /** From the first byte of a request to the end of its headers. */
  headers: number;
  /** From the first byte of a request to its last. */
  request: number;
  /** Between an answer and the next request on its connection. */
  idle: number;
  /** How often the first two are looked at. */
  check: number;
}

/** Generous to slow lines, and an end to those who are slow on purpose. */
export const defaultTimes: HttpTimes = { headers: 10_000, request: 30_000, idle: 5_000, check: 1_000 };

/** What a server says of itself where there is no request that could be handed on. */
export interface HttpServerOptions {
  /** Names a request that is refused here; a random name by default. */
  makeRequestId?: () => string;
  publicBaseUrl: () => string;
  times?: HttpTimes;
  /** Told of each request that was refused here, as no listener sees it: the status, and Node's code for what was wrong. */
  onRefused?: (status: number, code: string, requestId: string) => void;
}

/** How long a refused connection may go on sending before it is cut, in milliseconds. */
const linger = 500;

const waitedFor = new WeakSet<IncomingMessage>();

/** Whether the client said `Expect: 100-continue` and has not been told to go on. */
export function isWaitedFor(request: IncomingMessage): boolean {
  return waitedFor.delete(request);
}

/**
 * A server whose every answer is the listener's or a problem: Node by itself answers what is no HTTP, comes too slowly, names no
 * host or expects the unknown with a bare status. A body that is announced with `Expect: 100-continue` is asked for when it is
 * read, and so not before the token is known.
 */
export function createHttpServer(listener: RequestListener, options: HttpServerOptions): Server {
  const { times = defaultTimes, makeRequestId: nameRequest = makeRequestId } = options;
  const refuse = (detail: string, code: string): ApiAnswer => {
    const requestId = nameRequest();
    // The catalogue has no finer word for a request that cannot be read.
    const problem = new ProblemError('malformed_json', detail);
    options.onRefused?.(problem.status, code, requestId);
    return answerProblem(problem, { requestId, path: undefined, baseUrl: options.publicBaseUrl() });
  };
  const settings: ServerOptions = {
    headersTimeout: times.headers,
    requestTimeout: times.request,
    keepAliveTimeout: times.idle,
    connectionsCheckingInterval: times.check,
    // Seen to below, with a problem.
    requireHostHeader: false,
  };
  /** The last answer of each connection, given or to come. */
  const answers = new WeakMap<object, ServerResponse>();
  const server = createServer(settings, (request, response) => {
    answers.set(request.socket, response);
    if (request.headers.host === undefined && request.httpVersion === '1.1') {
      send(response, refuse('The request has no Host header. Send it, as HTTP/1.1 asks.', 'NO_HOST'));
    } else listener(request, response);
  });
  server.on('checkContinue', (request, response) => {
    waitedFor.add(request);
    askWhenRead(request, response);
    server.emit('request', request, response);
  });
  server.on('checkExpectation', (_request, response) => {
    send(response, refuse('The request expects something that the service does not do. Send it without Expect.', 'EXPECTATION'));
  });
  server.on('clientError', (error: NodeJS.ErrnoException, duplex) => {
    const socket = duplex as Socket;
    // What comes after the first mistake is none of anyone's.
    socket.removeAllListeners('data').on('error', () => undefined);
    if (refused.has(socket)) return;
    refused.add(socket);
    const pending = answers.get(socket);
    const settled = pending === undefined || pending.writableFinished;
    if (error.code === 'ECONNRESET' || !socket.writable) socket.destroy();
    else if (settled || (!pending.headersSent && !pending.req.complete))
      end(socket, refuse(explain(error.code), error.code ?? ''));
    // Half an answer is on its way, for a body that will not come.
    else if (!pending.req.complete) socket.destroy();
    // An earlier request is still being answered: its answer comes first.
    else pending.once('close', () => end(socket, refuse(explain(error.code), error.code ?? '')));
  });
  return server;
}

/**
 * Whoever reads the body asks for it: the API, or a route beside it that knows nothing of this. While nobody has, the connection
 * ends with the answer, as whether the body will still come cannot be known.
 */
function askWhenRead(request: IncomingMessage, response: ServerResponse): void {
  const { _read: read } = request;
  const { shouldKeepAlive } = response;
  response.shouldKeepAlive = false;
  request._read = (size) => {
    request._read = read;
    // Node reads what is left after an answer, when there is nothing to ask for any more.
    if (waitedFor.delete(request) && !response.headersSent) {
      response.shouldKeepAlive = shouldKeepAlive;
      response.writeContinue();
    }
    read.call(request, size);
  };
}

const refused = new WeakSet<Socket>();

function explain(code: string | undefined): string {
  switch (code) {
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return 'The request did not arrive in time. Send it again, faster.';
    case 'HPE_HEADER_OVERFLOW':
      return 'The headers of the request are too large. Send fewer, or shorter ones.';
  }
  return 'The request is not HTTP/1.1 as the service reads it. Use an HTTP client.';
}

function send(response: ServerResponse, { status, headers, body }: ApiAnswer): void {
  const text = JSON.stringify(body);
  response.writeHead(status, { ...headers, 'Content-Length': Buffer.byteLength(text), Connection: 'close' }).end(text);
}

function end(socket: Socket, { status, headers, body }: ApiAnswer): void {
  if (!socket.writable) return;
  const text = JSON.stringify(body);
  const lines = Object.entries({ ...headers, 'Content-Length': Buffer.byteLength(text), Connection: 'close' }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  );
  socket.end(`HTTP/1.1 ${status} Bad Request\r\n${lines.join('')}\r\n${text}`);
  // Not at once: a reset would overtake the answer.
  setTimeout(() => socket.destroy(), linger).unref();
}

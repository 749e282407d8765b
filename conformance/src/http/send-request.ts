import { isUtf8 } from 'node:buffer';
import type { ClientRequest, IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { Socket } from 'node:net';
import { http } from '../node-http.ts';
import { fillIn, renameMarks, tokenAsPair, tokenAsPassword, tokenAsUser, tokenMark } from '../text/marks.ts';
import { maskSecrets, type Secret, shortestSecret } from '../text/mask-secrets.ts';
import { type Connection, openConnection } from './connection.ts';
import { describeFailure } from './describe-failure.ts';
import type { Exchange, HttpResponse, RequestSpec } from './exchange.ts';
import { readAtMost, unpackBody } from './unpack-body.ts';

const usual = openConnection({});

/** The deployment that requests are sent to, and the token to send. */
export interface Target {
  /** Without a trailing slash. */
  baseUrl: string;
  token: string;
  /** The environment variable that replaces the token in output. CASE_TOKEN is a token that a case made or was given. */
  tokenName?: 'TOKEN' | 'OTHER_TOKEN' | 'CASE_TOKEN';
  /** Milliseconds for one request, from connecting to the last byte. */
  timeout: number;
  /** User-Agent for requests that set none themselves. */
  userAgent?: string;
  /** The connection to use; direct by default. */
  connection?: Connection;
}

/** Sends one request exactly as written, and returns the exchange. Without a response, it has a `failure`; no error is thrown. */
export async function sendRequest(target: Target, spec: RequestSpec): Promise<Exchange> {
  // `url` is recorded and shown, so it must not contain the token.
  const url = target.baseUrl + spec.path;
  const started = performance.now();
  const asksForNew = spec.headers.some(([name, value]) => name.toLowerCase() === 'connection' && value === 'close');
  let outcome = await attempt(target, spec, url, !asksForNew);
  let hungUp = 'hungUp' in outcome;
  // The server may close a kept-alive connection at any time, so the request is tried once more on a new one.
  if ('stale' in outcome) {
    outcome = await attempt(target, spec, url, false);
    hungUp ||= 'hungUp' in outcome;
  }
  const milliseconds = Math.round(performance.now() - started);
  const shown = (text: string): string => renameMarks(text, target.tokenName ?? 'TOKEN');
  const headers = spec.headers.map(([name, value]): [string, string] => [name, shown(value)]);
  const body = spec.body === undefined ? {} : { body: shown(spec.body) };
  const request = { ...spec, path: shown(spec.path), headers, ...body };
  const sent = {
    url: shown(url),
    request,
    startedAt: writeTime(started),
    milliseconds,
    ...(hungUp && { hungUp: true as const }),
  };
  return 'answer' in outcome ? { ...sent, answer: outcome.answer } : { ...sent, failure: outcome.failure };
}

/** Unix time in ms at which `performance.now()` was 0; adjusted below, because that clock stops while a machine sleeps. */
let zero = performance.timeOrigin;

/** Formats a `performance.now()` time with microseconds, which show whether requests overlapped or followed one another. */
function writeTime(at: number): string {
  const now = Date.now();
  if (Math.abs(now - performance.now() - zero) > 100) zero = now - performance.now();
  const micro = String(Math.floor(((zero + at) % 1) * 1000)).padStart(3, '0');
  return new Date(zero + at).toISOString().replace('Z', `${micro}Z`);
}

/** Milliseconds by which a busy machine may delay a timer. A longer delay means that the machine was suspended. */
const stall = 3000;

/** The words added to a failure that the proxy may have caused. */
const byProxy = ' (on the way by the proxy that HTTP_PROXY or HTTPS_PROXY names)';

type Outcome = { answer: HttpResponse } | { failure: string; stale?: true; hungUp?: true };

const lastUsed = new WeakMap<Socket, number>();

/** Milliseconds of silence after which a server may have closed the connection as idle. */
const idle = 1000;

function attempt(target: Target, spec: RequestSpec, address: string, reuse = true): Promise<Outcome> {
  return new Promise((resolve) => {
    const url = new URL(fillIn(address, encodeURIComponent(target.token)));
    const send = url.protocol === 'https:' ? httpsRequest : http.request;
    const body = spec.body === undefined ? undefined : Buffer.from(fillIn(spec.body, target.token), spec.encoding ?? 'utf8');
    const isSet = (name: string): boolean => spec.headers.some(([own]) => own.toLowerCase() === name.toLowerCase());
    const host = isSet('host') ? [] : ['host', url.host];
    const headers = [...host, ...spec.headers.flatMap(([name, value]) => [name, fillIn(value, target.token)])];
    // A chunked body has no Content-Length.
    const chunked = spec.headers.some(([name]) => name.toLowerCase() === 'transfer-encoding');
    if (body && !chunked) headers.push('content-length', String(body.length));
    if (target.userAgent !== undefined && !isSet('user-agent')) headers.push('user-agent', target.userAgent);

    const { connection = usual } = target;
    for (const [name, value] of connection.headers) if (!isSet(name)) headers.push(name, value);

    const sentAt = performance.now();
    const agent = connection.agents[reuse ? 'kept' : 'fresh'][url.protocol as 'http:' | 'https:'];
    const request = send(url, { method: spec.method, headers, agent });
    const settle = (outcome: Outcome): void => {
      clearInterval(limit);
      resolve(outcome);
    };
    // Counts the time-out in tenths and skips those that come late, because a suspended machine could not receive anything.
    const tenth = target.timeout / 10;
    let [left, last] = [10, performance.now()];
    const limit = setInterval(() => {
      const now = performance.now();
      if (now - last < tenth + stall) left--;
      last = now;
      if (left > 0) return;
      settle({ failure: `no response within ${target.timeout / 1000} s` });
      request.destroy();
    }, tenth);
    // Keeps the socket, because the agent detaches it from the request when the response has ended.
    let socket: Socket | undefined;
    request.on('socket', (given) => {
      socket = given;
    });
    request.on('error', (error: NodeJS.ErrnoException) => {
      const failure = describeFailure(error) + (connection.isProxied ? byProxy : '');
      const isStale = request.reusedSocket && (error.code === 'ECONNRESET' || error.code === 'EPIPE');
      const last = socket && lastUsed.get(socket);
      const wasIdle = last !== undefined && sentAt - last > idle;
      const isClosed = error.code === 'ECONNRESET' || error.code === 'EPIPE';
      settle({ failure, ...(isStale && { stale: true }), ...(isClosed && !wasIdle && { hungUp: true }) });
    });
    request.on('response', (message) => {
      readResponse(message, target).then(
        (answer) => {
          if (socket) lastUsed.set(socket, performance.now());
          settle({ answer });
        },
        (error) => settle({ failure: describeFailure(error) }),
      );
    });
    writeBody(request, body, spec);
    const { cancelAfter } = spec;
    if (cancelAfter === undefined) return;
    request.once('finish', () => {
      setTimeout(() => {
        settle({ failure: 'the suite closed the connection' });
        request.destroy();
      }, cancelAfter);
    });
  });
}

/** Writes the body. If a pause is given, it waits before the body or in its middle. */
function writeBody(request: ClientRequest, body: Buffer | undefined, { pause, headFirst }: RequestSpec): void {
  if (body !== undefined && headFirst !== undefined) {
    request.flushHeaders();
    setTimeout(() => request.end(body), headFirst);
    return;
  }
  if (body === undefined || pause === undefined) return void request.end(body);
  const half = Math.floor(body.length / 2);
  request.setNoDelay(true);
  request.write(body.subarray(0, half));
  setTimeout(() => request.end(body.subarray(half)), pause);
}

/** Reads the body up to the limit. Events cost much less here than an async iterator for each response. */
function readBody(message: IncomingMessage): Promise<{ bytes: Buffer; isWhole: boolean }> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    message.on('data', (chunk: Buffer) => {
      if (size < readAtMost) chunks.push(chunk);
      size += chunk.length;
    });
    message.once('end', () => resolve({ bytes: Buffer.concat(chunks), isWhole: size <= readAtMost }));
    message.once('error', reject);
  });
}

async function readResponse(message: IncomingMessage, { token }: Target): Promise<HttpResponse> {
  const body = await readBody(message);
  const mask = maskOf(token);
  const headers: [string, string][] = [];
  for (let index = 0; index < message.rawHeaders.length; index += 2) {
    headers.push([String(message.rawHeaders[index]).toLowerCase(), mask(String(message.rawHeaders[index + 1]))]);
  }
  // A request without Accept-Encoding accepts any encoding (RFC 9110 §12.5.3), so responses may be compressed.
  const encodings = headers.flatMap(([name, value]) => (name === 'content-encoding' ? [value] : []));
  const { bytes, unread, isTooLarge } = unpackBody(body.bytes, encodings);
  // A body that was cut off may end in the middle of a character.
  const isCut = isTooLarge === true || !body.isWhole;
  const unreadable = !isCut && !isUtf8(bytes);
  return {
    ...{ status: message.statusCode ?? 0, headers, text: mask(bytes.toString('utf8')) },
    ...(unreadable && { unreadable }),
    ...(isCut && { isCut }),
    ...(unread !== undefined && { packed: unread }),
  };
}

/** Masking functions by token. A run has a few dozen tokens. */
const masks = new Map<string, (text: string) => string>();

function maskOf(token: string): (text: string) => string {
  const made = masks.get(token) ?? createMask(token);
  masks.set(token, made);
  return made;
}

/** Makes a function that masks a token in a text, and also the parts of it that the suite sends as wrong tokens. */
function createMask(token: string): (text: string) => string {
  const secrets: Secret[] = [
    ...[tokenAsUser, tokenAsPassword, tokenAsPair].map((form): Secret => [fillIn(form, token), form]),
    [token, tokenMark],
  ];
  if (token.length >= 2 * shortestSecret) secrets.push([token.slice(0, -8), tokenMark], [token.slice(8), tokenMark]);
  return token.length < shortestSecret ? (text) => text : maskSecrets(secrets);
}

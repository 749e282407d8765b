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

/** The deployment to which requests are sent, and how to send them. */
export interface Target {
  /** Base URL without a slash at the end. */
  baseUrl: string;
  token: string;
  /** Environment variable that replaces the token in output. CASE_TOKEN stands for a token that a case made or received. */
  tokenName?: 'TOKEN' | 'OTHER_TOKEN' | 'CASE_TOKEN';
  /** Maximum number of milliseconds between connecting and the last byte of the response. */
  timeout: number;
  /** User-Agent for requests that do not set one. */
  userAgent?: string;
  /** Settings of the connection. Default: a direct connection. */
  connection?: Connection;
}

/** Sends a request exactly as it is written. Never throws: if there is no response, the exchange contains a `failure`. */
export async function sendRequest(target: Target, spec: RequestSpec): Promise<Exchange> {
  // Reports contain `url`, so the token must not be part of it.
  const url = target.baseUrl + spec.path;
  const started = performance.now();
  const asksForNew = spec.headers.some(([name, value]) => name.toLowerCase() === 'connection' && value === 'close');
  let outcome = await attempt(target, spec, url, !asksForNew);
  let hungUp = 'hungUp' in outcome;
  // The server may have closed a kept-alive connection just before the request, so the request is sent again on a new connection.
  if ('stale' in outcome) {
    outcome = await attempt(target, spec, url, false);
    hungUp ||= 'hungUp' in outcome;
  }
  const milliseconds = Math.round(performance.now() - started);
  const shown = (text: string): string => renameMarks(text, target.tokenName ?? 'TOKEN');
  const headers = spec.headers.map(([name, value]): [string, string] => [name, shown(value)]);
  const request = { ...spec, path: shown(spec.path), headers, ...(spec.body !== undefined && { body: shown(spec.body) }) };
  const times = { startedAt: writeTime(started), milliseconds };
  const sent = { url: shown(url), request, ...times, ...(hungUp && { hungUp: true as const }) };
  return 'answer' in outcome ? { ...sent, answer: outcome.answer } : { ...sent, failure: outcome.failure };
}

/** Unix time in milliseconds at which `performance.now()` was 0. `writeTime` corrects it if the machine has slept. */
let zero = performance.timeOrigin;

/** Formats a time of `performance.now()`. Includes microseconds, to show which requests overlapped. */
function writeTime(at: number): string {
  const before = performance.now();
  const drift = Date.now() - before - zero;
  // Ignores a difference that may come from a pause between the readings of the two clocks, as on a busy machine.
  if (Math.abs(drift) > 100 && performance.now() - before < 50) zero += drift;
  const micro = String(Math.floor(((zero + at) % 1) * 1000)).padStart(3, '0');
  return new Date(zero + at).toISOString().replace('Z', `${micro}Z`);
}

/** A busy machine may delay a timer by this many milliseconds. A longer delay means that the machine was suspended. */
const stall = 3000;

const byProxy = ' (on the way by the proxy that HTTP_PROXY or HTTPS_PROXY names)';

type Outcome = { answer: HttpResponse } | { failure: string; stale?: true; hungUp?: true };

const lastUsed = new WeakMap<Socket, number>();

/** Milliseconds of inactivity after which a server may have closed the connection as idle. */
const idle = 1000;

function attempt(target: Target, spec: RequestSpec, address: string, reuse: boolean): Promise<Outcome> {
  return new Promise((resolve) => {
    const url = new URL(fillIn(address, encodeURIComponent(target.token)));
    const send = url.protocol === 'https:' ? httpsRequest : http.request;
    const body = spec.body === undefined ? undefined : Buffer.from(fillIn(spec.body, target.token), spec.encoding ?? 'utf8');
    const isSet = (name: string): boolean => spec.headers.some(([own]) => own.toLowerCase() === name.toLowerCase());
    const host = isSet('host') ? [] : ['host', url.host];
    const headers = [...host, ...spec.headers.flatMap(([name, value]) => [name, fillIn(value, target.token)])];
    // A chunked body must not have a Content-Length.
    if (body && !isSet('transfer-encoding')) headers.push('content-length', String(body.length));
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
    // Divides the time-out into ten ticks. A tick that comes late does not count: a suspended machine cannot receive a response.
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
    // Stores the socket, because the agent removes it from the request when the response has ended.
    let socket: Socket | undefined;
    request.on('socket', (given) => {
      socket = given;
    });
    request.on('error', (error: NodeJS.ErrnoException) => {
      const failure = describeFailure(error) + (connection.isProxied ? byProxy : '');
      const isClosed = error.code === 'ECONNRESET' || error.code === 'EPIPE';
      const last = socket && lastUsed.get(socket);
      const wasIdle = last !== undefined && sentAt - last > idle;
      const isStale = isClosed && request.reusedSocket;
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

/** Sends the body. Waits before it if `headFirst` is set, and in the middle of it if `pause` is set. */
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

/** Reads the body up to the limit. Uses events, because an async iterator for each response would cost much more time. */
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
  for (let index = 0; index < message.rawHeaders.length; index += 2)
    headers.push([String(message.rawHeaders[index]).toLowerCase(), mask(String(message.rawHeaders[index + 1]))]);
  // A request without Accept-Encoding allows every content coding (RFC 9110 §12.5.3), so the response may be compressed.
  const encodings = headers.flatMap(([name, value]) => (name === 'content-encoding' ? [value] : []));
  const { bytes, unread, isTooLarge } = unpackBody(body.bytes, encodings);
  // Ignores an incomplete character at the end, because the body may have been cut off inside it.
  const isCut = isTooLarge === true || !body.isWhole;
  const unreadable = !isCut && !isUtf8(bytes);
  return {
    ...{ status: message.statusCode ?? 0, headers, text: mask(bytes.toString('utf8')) },
    ...(unreadable && { unreadable }),
    ...(isCut && { isCut }),
    ...(unread !== undefined && { packed: unread }),
  };
}

/** The masking function for each token. They can all be kept, because a run has only a few dozen tokens. */
const masks = new Map<string, (text: string) => string>();

function maskOf(token: string): (text: string) => string {
  const made = masks.get(token) ?? createMask(token);
  masks.set(token, made);
  return made;
}

/** Makes a function that masks a token, and the parts of it that the suite sends as wrong tokens. */
function createMask(token: string): (text: string) => string {
  const secrets: Secret[] = [
    ...[tokenAsUser, tokenAsPassword, tokenAsPair].map((form): Secret => [fillIn(form, token), form]),
    [token, tokenMark],
  ];
  if (token.length >= 2 * shortestSecret) secrets.push([token.slice(0, -8), tokenMark], [token.slice(8), tokenMark]);
  return token.length < shortestSecret ? (text) => text : maskSecrets(secrets);
}

import type { IncomingMessage, ServerResponse } from 'node:http';
import { ProblemError } from '../problems/problem-error.ts';
import type { ApiResponse, ResponseHeaders } from '../request/api-messages.ts';
import { BodyConsumedError } from '../request/body-consumed-error.ts';
import { payloadTooLarge } from '../request/read-json-body.ts';

/**
 * The number of bytes of a refused body that are still read and discarded, so that the client sees the response and not a reset.
 */
const drainLimit = 1024 * 1024;

/**
 * Reads a whole body.
 * @throws ProblemError payload_too_large when the body is longer than `limit` bytes, malformed_json when it ends too early
 * @throws BodyConsumedError when other code has read from it
 */
export function readNodeBody(req: IncomingMessage, limit: number): Promise<Buffer> {
  // `readableDidRead` stays false when the client has hung up. The body then ends early.
  return req.readableDidRead ? Promise.reject(new BodyConsumedError()) : readBody(req, limit);
}

/** Discards the rest of a body that was not read to its end. Returns the headers that the response then needs. */
export function leaveNodeBody(req: IncomingMessage): ResponseHeaders {
  if (req.complete) return {};
  // The client was not asked for its body. It may send the body or not.
  if (isWaitedFor(req)) return { Connection: 'close' };
  drain(req);
  return {};
}

function drain(req: IncomingMessage): void {
  let left = drainLimit;
  req.on('data', (chunk: Buffer) => {
    left -= chunk.length;
    if (left < 0) req.destroy();
  });
  req.on('error', () => undefined);
  req.resume();
}

/**
 * Reads the whole body of a request. If it throws, part of the body may be unread, and the caller must discard it.
 * @throws ProblemError payload_too_large when the body is longer than `limit` bytes, malformed_json when it ends early
 */
async function readBody(request: IncomingMessage, limit: number): Promise<Buffer> {
  // A small body usually arrives with the headers, and is read faster without listeners.
  if (!request.complete || request.destroyed) return waitForBody(request, limit);
  const bytes: Buffer = request.read() ?? Buffer.alloc(0);
  if (bytes.length > limit) throw payloadTooLarge();
  return bytes;
}

function waitForBody(request: IncomingMessage, limit: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    const settle = (act: () => void) => {
      request.off('data', take).off('end', end).off('close', cut).off('error', cut);
      act();
    };
    const take = (chunk: Buffer) => {
      length += chunk.length;
      if (length > limit) settle(() => reject(payloadTooLarge()));
      else chunks.push(chunk);
    };
    // A small body arrives in one piece.
    const end = () => settle(() => resolve(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks)));
    // The client has disconnected, or has announced a wrong length.
    const cut = (cause?: Error) =>
      settle(() => reject(new ProblemError('malformed_json', 'The body ended before its Content-Length.', { cause })));
    if (request.destroyed) cut();
    else request.on('data', take).on('end', end).on('close', cut).on('error', cut);
  });
}

const waitedFor = new WeakSet<IncomingMessage>();

/** Returns whether a client that sent `Expect: 100-continue` is still waiting, and ends its wait. */
function isWaitedFor(request: IncomingMessage): boolean {
  return waitedFor.delete(request);
}

/**
 * Sends `100 Continue` when the API or another route first reads the body. If nothing reads the body, the connection is closed
 * after the response, because the client may or may not send the body.
 */
export function askWhenRead(request: IncomingMessage, response: ServerResponse): void {
  waitedFor.add(request);
  const { _read: read } = request;
  const { shouldKeepAlive } = response;
  response.shouldKeepAlive = false;
  request._read = (size) => {
    request._read = read;
    // Once the response has been sent, Node.js discards the rest of the body by reading it. That must not ask the client for the
    // body.
    if (waitedFor.delete(request) && !response.headersSent) {
      response.shouldKeepAlive = shouldKeepAlive;
      response.writeContinue();
    }
    read.call(request, size);
  };
}

export function writeNodeResponse(req: IncomingMessage, res: ServerResponse, { status, headers, body }: ApiResponse): void {
  if (body === undefined) {
    // A 204 response has no Content-Length (RFC 9110 §8.6).
    res.writeHead(status, { ...headers, ...(status !== 204 && { 'Content-Length': 0 }), ...leaveNodeBody(req) }).end();
    return;
  }
  const text = JSON.stringify(body);
  const length = Buffer.byteLength(text);
  // Each name followed by its value, which Node.js takes without a conversion.
  const all: string[] = [];
  for (const name in headers) all.push(name, headers[name] as string);
  all.push('Content-Length', String(length));
  const leaving = leaveNodeBody(req);
  for (const name in leaving) all.push(name, leaving[name] as string);
  // Sends a string, because Node.js then sends it in one piece with the headers. ASCII text needs no encoding.
  res.writeHead(status, all).end(text, length === text.length ? 'latin1' : 'utf8');
}

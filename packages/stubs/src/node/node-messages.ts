import type { IncomingMessage, ServerResponse } from 'node:http';
import { ProblemError } from '../problems/problem-error.ts';
import type { ApiResponse, ResponseHeaders } from '../request/api-messages.ts';
import { BodyConsumedError } from '../request/body-consumed-error.ts';
import { payloadTooLarge } from '../request/read-json-body.ts';

/** How many bytes of a refused body are still read. Closing the connection at once could hide the response from the client. */
const drainLimit = 1024 * 1024;

/**
 * Reads a whole body. If this function throws, the caller must discard the part of the body that was not read.
 * @throws ProblemError payload_too_large when the body is longer than `limit` bytes, malformed_json when it ends too early
 * @throws BodyConsumedError when other code has read from the body
 */
export async function readNodeBody(req: IncomingMessage, limit: number): Promise<Buffer> {
  // If the client has disconnected, `readableDidRead` is not set, and the body is reported as incomplete.
  if (req.readableDidRead) throw new BodyConsumedError();
  // A small body usually arrives with the headers, and is read faster without listeners.
  if (!req.complete || req.destroyed) return waitForBody(req, limit);
  const bytes: Buffer = req.read() ?? Buffer.alloc(0);
  if (bytes.length > limit) throw payloadTooLarge();
  return bytes;
}

/** Discards the rest of a body that was not read to its end. Returns the headers that the response must then have. */
export function leaveNodeBody(req: IncomingMessage): ResponseHeaders {
  if (req.complete) return {};
  // The client was not asked for the body, and may or may not send it. So the next request needs a new connection.
  if (waitedFor.delete(req)) return { Connection: 'close' };
  let left = drainLimit;
  req.on('data', (chunk: Buffer) => {
    left -= chunk.length;
    if (left < 0) req.destroy();
  });
  req.on('error', () => undefined);
  req.resume();
  return {};
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
    // Avoids a copy if the body arrived in one piece, as small bodies do.
    const end = () => settle(() => resolve(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks)));
    // The body ended early: the client has disconnected, or its Content-Length was wrong.
    const cut = (cause?: Error) =>
      settle(() => reject(new ProblemError('malformed_json', 'The body ended before its Content-Length.', { cause })));
    if (request.destroyed) cut();
    else request.on('data', take).on('end', end).on('close', cut).on('error', cut);
  });
}

/** The requests whose client still waits for `100 Continue`. */
const waitedFor = new WeakSet<IncomingMessage>();

/** Sends `100 Continue` when a route first reads the body. If no route reads it, the connection is closed after the response. */
export function askWhenRead(request: IncomingMessage, response: ServerResponse): void {
  waitedFor.add(request);
  const { _read: read } = request;
  const { shouldKeepAlive } = response;
  response.shouldKeepAlive = false;
  request._read = (size) => {
    request._read = read;
    // Once the response has been sent, Node.js reads the rest of the body to discard it. That read must not send `100 Continue`.
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
  // The headers as a flat list of names and values. Node.js uses such a list without converting it.
  const all: string[] = [];
  for (const name in headers) all.push(name, headers[name] as string);
  all.push('Content-Length', String(length));
  const leaving = leaveNodeBody(req);
  for (const name in leaving) all.push(name, leaving[name] as string);
  // Node.js sends a string in one piece with the headers. ASCII text is the same in latin1, which needs no UTF-8 encoder.
  res.writeHead(status, all).end(text, length === text.length ? 'latin1' : 'utf8');
}

import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import type { ApiAnswer } from './api-exchange.ts';
import { BodyConsumedError } from './body-consumed-error.ts';
import { isWaitedFor } from './http-server.ts';
import { readBody } from './read-body.ts';

/** How much of a refused body is read and dropped, in bytes, so that the client sees the answer and not a reset. */
const drainLimit = 1024 * 1024;

/**
 * Reads the whole body.
 * @throws ProblemError payload_too_large when it is longer than `limit` bytes, malformed_json when it ends too early
 * @throws BodyConsumedError when someone else has read of it
 */
export async function readNodeBody(req: IncomingMessage, limit: number): Promise<Buffer> {
  if (Readable.isDisturbed(req)) throw new BodyConsumedError();
  return readBody(req, limit);
}

/** Headers that an answer needs for the sake of a body that was not read to its end; what comes of it is dropped. */
export function leaveNodeBody(req: IncomingMessage): Readonly<Record<string, string>> {
  if (req.complete) return {};
  // Whether the client will still send the body that it was not asked for cannot be known.
  if (isWaitedFor(req)) return { Connection: 'close' };
  drain(req);
  return {};
}

/** Sends an answer. */
export function writeNodeAnswer(req: IncomingMessage, res: ServerResponse, answer: ApiAnswer): void {
  // A string and not bytes: Node sends it in one piece with the headers.
  const text = JSON.stringify(answer.body);
  res.writeHead(answer.status, { ...answer.headers, 'Content-Length': Buffer.byteLength(text), ...leaveNodeBody(req) }).end(text);
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

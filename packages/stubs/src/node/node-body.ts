import type { IncomingMessage } from 'node:http';
import { BodyConsumedError } from '../request/body-consumed-error.ts';
import type { ResponseHeaders } from '../response/api-response.ts';
import { isWaitedFor } from './ask-for-body.ts';
import { readBody } from './read-body.ts';

/** The number of bytes of a refused body that are read and dropped, so that the client sees the response and not a reset. */
const drainLimit = 1024 * 1024;

/**
 * Reads the whole body.
 * @throws ProblemError payload_too_large when it is longer than `limit` bytes, malformed_json when it ends too early
 * @throws BodyConsumedError when something else has read from it
 */
export function readNodeBody(req: IncomingMessage, limit: number): Promise<Buffer> {
  // One that was only aborted ends early: its client has hung up.
  return req.readableDidRead ? Promise.reject(new BodyConsumedError()) : readBody(req, limit);
}

/** Drops the rest of a body that was not read to its end, and returns the headers that its response needs. */
export function leaveNodeBody(req: IncomingMessage): ResponseHeaders {
  if (req.complete) return {};
  // The client may or may not send a body that it was not asked for.
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

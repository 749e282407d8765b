import type { IncomingMessage } from 'node:http';
import { BodyConsumedError } from '../request/body-consumed-error.ts';
import type { ResponseHeaders } from '../response/api-response.ts';
import { isWaitedFor } from './ask-for-body.ts';
import { readBody } from './read-body.ts';

/** How many bytes of a refused body are still read and discarded, so that the client sees the response and not a reset. */
const drainLimit = 1024 * 1024;

/**
 * Reads the complete body.
 * @throws ProblemError payload_too_large when it is longer than `limit` bytes, malformed_json when it ends too early
 * @throws BodyConsumedError when something else has read from it
 */
export function readNodeBody(req: IncomingMessage, limit: number): Promise<Buffer> {
  // `readableDidRead` stays false when the request was only aborted: its client has hung up, and the body ends early.
  return req.readableDidRead ? Promise.reject(new BodyConsumedError()) : readBody(req, limit);
}

/** Discards the rest of a body that was not read to its end, and returns the headers that the response needs for it. */
export function leaveNodeBody(req: IncomingMessage): ResponseHeaders {
  if (req.complete) return {};
  // The client was not asked for its body, and may or may not send it.
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

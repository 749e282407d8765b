import { randomUUID } from 'node:crypto';

/** A name for a request: `X-Request-Id`, and `requestId` of a problem. */
export function makeRequestId(): string {
  return `req_${randomUUID()}`;
}

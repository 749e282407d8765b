import { randomUUID } from 'node:crypto';

/** Makes the name of a request: its `X-Request-Id`, and `requestId` of a problem. */
export function makeRequestId(): string {
  return `req_${randomUUID()}`;
}

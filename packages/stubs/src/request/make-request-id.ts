import { randomUUID } from 'node:crypto';

/** Makes a request id, which becomes `X-Request-Id` and `requestId` of a problem. */
export function makeRequestId(): string {
  return `req_${randomUUID()}`;
}

import type { IncomingMessage, ServerResponse } from 'node:http';

const waitedFor = new WeakSet<IncomingMessage>();

/** Reports a client that said `Expect: 100-continue` and still waits; it counts as seen to from then on. */
export function isWaitedFor(request: IncomingMessage): boolean {
  return waitedFor.delete(request);
}

/**
 * Sends `100 Continue` when the body is first read, by the API or by any route beside it. Until then the connection is
 * to end with the response, since the body may or may not follow.
 */
export function askWhenRead(request: IncomingMessage, response: ServerResponse): void {
  waitedFor.add(request);
  const { _read: read } = request;
  const { shouldKeepAlive } = response;
  response.shouldKeepAlive = false;
  request._read = (size) => {
    request._read = read;
    // Node reads the rest of a body after the response, when there is nothing to ask for any more.
    if (waitedFor.delete(request) && !response.headersSent) {
      response.shouldKeepAlive = shouldKeepAlive;
      response.writeContinue();
    }
    read.call(request, size);
  };
}

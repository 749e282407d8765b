import type { IncomingMessage, ServerResponse } from 'node:http';

const waitedFor = new WeakSet<IncomingMessage>();

/** Returns whether a client sent `Expect: 100-continue` and is still waiting. After the call it no longer counts as waiting. */
export function isWaitedFor(request: IncomingMessage): boolean {
  return waitedFor.delete(request);
}

/**
 * Sends `100 Continue` when the body is first read, by the API or by any other route. Until then the connection is set to end
 * with the response, because the client may or may not send the body.
 */
export function askWhenRead(request: IncomingMessage, response: ServerResponse): void {
  waitedFor.add(request);
  const { _read: read } = request;
  const { shouldKeepAlive } = response;
  response.shouldKeepAlive = false;
  request._read = (size) => {
    request._read = read;
    // After the response, Node.js reads the rest of the body itself, and there is no need to ask for it.
    if (waitedFor.delete(request) && !response.headersSent) {
      response.shouldKeepAlive = shouldKeepAlive;
      response.writeContinue();
    }
    read.call(request, size);
  };
}

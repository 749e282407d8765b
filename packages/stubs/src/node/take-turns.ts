import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** The most requests of a connection that may wait for those before them: more than any client sends ahead. */
const mostWaiting = 256;

/** The requests of one connection. */
interface Line {
  /** The response of the request that is being handled, or was the last one. */
  current: ServerResponse;
  waiting: { request: IncomingMessage; response: ServerResponse }[];
}

/**
 * Wraps a listener so that it handles one request of a connection at a time, once the response before it is sent. Node alone
 * hands over all that was pipelined at once, and keeps every response until the client reads it: a few kilobytes of requests
 * would become gigabytes of responses. A client that sends hundreds of requests ahead is cut off.
 */
export function takeTurns(listener: RequestListener): RequestListener {
  const lines = new WeakMap<Socket, Line>();
  const advance = (line: Line, socket: Socket) => {
    const next = socket.destroyed ? undefined : line.waiting.shift();
    if (!next) {
      line.waiting = [];
      return;
    }
    line.current = next.response;
    if (line.waiting.length > 0) next.response.once('close', () => advance(line, socket));
    else socket.resume();
    listener(next.request, next.response);
  };
  return (request, response) => {
    const { socket } = request;
    const line = lines.get(socket);
    if (!line) lines.set(socket, { current: response, waiting: [] });
    // Only a client that pipelines finds the response before unsent.
    else if (line.waiting.length > 0 || !line.current.writableFinished) {
      if (line.waiting.length >= mostWaiting) return void socket.destroy();
      line.waiting.push({ request, response });
      // What else was sent stays in the system until there is room for it.
      socket.pause();
      if (line.waiting.length === 1) line.current.once('close', () => advance(line, socket));
      return;
    } else line.current = response;
    listener(request, response);
  };
}

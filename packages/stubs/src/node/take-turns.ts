import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** The maximum number of requests of a connection that may wait for earlier ones, more than any real client pipelines. */
const mostWaiting = 256;

/** The requests of one connection. */
interface Line {
  /** The response to the request that is being handled or was handled last. */
  current: ServerResponse;
  waiting: { request: IncomingMessage; response: ServerResponse }[];
}

/**
 * Wraps a listener so that it handles the requests of a connection one at a time, each once the previous response was sent.
 * Node.js itself passes on all pipelined requests at once and keeps every response until the client reads it, so that a few
 * kilobytes of requests would become gigabytes of responses. A client that pipelines hundreds of requests is disconnected.
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
    // The previous response can still be unsent only when the client pipelines.
    else if (line.waiting.length > 0 || !line.current.writableFinished) {
      if (line.waiting.length >= mostWaiting) return void socket.destroy();
      line.waiting.push({ request, response });
      // Further bytes from the client stay in the system's buffer until they can be handled.
      socket.pause();
      if (line.waiting.length === 1) line.current.once('close', () => advance(line, socket));
      return;
    } else line.current = response;
    listener(request, response);
  };
}

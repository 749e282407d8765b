import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Returns the latest response of a connection, whether it has been sent or not. */
export type ResponseOf = (socket: Socket) => ServerResponse | undefined;

/**
 * Keeps at most `most` connections open. When another connection opens, closes the oldest idle connection of the address with the
 * most connections, so that a greedy client does not harm others. If all are busy, closes the new connection.
 */
export function limitConnections(server: Server, responseOf: ResponseOf, most: number): void {
  /** The open sockets of each address, the oldest first. */
  const byAddress = new Map<string, Set<Socket>>();
  let count = 0;
  const isBusy = (socket: Socket) => responseOf(socket)?.writableFinished === false;
  const findIdle = (): Socket | undefined => {
    // The search seldom gets beyond the first address, because a client with many connections usually has an idle one.
    const greediest = [...byAddress.values()].toSorted((a, b) => b.size - a.size);
    for (const sockets of greediest) for (const socket of sockets) if (!isBusy(socket)) return socket;
    return undefined;
  };
  server.on('connection', (socket: Socket) => {
    if (count >= most) {
      const idle = findIdle();
      (idle ?? socket).destroy();
      if (!idle) return;
      forget(idle);
    }
    const address = socket.remoteAddress ?? '';
    const sockets = byAddress.get(address) ?? new Set();
    byAddress.set(address, sockets.add(socket));
    addresses.set(socket, address);
    count += 1;
    socket.once('close', () => forget(socket));
  });
  /** The address of each open socket. It is stored here because a closed socket no longer knows its address. */
  const addresses = new WeakMap<Socket, string>();
  const forget = (socket: Socket) => {
    const address = addresses.get(socket);
    if (address === undefined || !addresses.delete(socket)) return;
    const sockets = byAddress.get(address);
    sockets?.delete(socket);
    if (sockets?.size === 0) byAddress.delete(address);
    count -= 1;
  };
}

/** The maximum number of requests of one connection that may wait for an earlier response. Real clients pipeline far fewer. */
const mostWaiting = 256;

/** The queue of one connection's requests. */
interface Line {
  /** The response to the current or last request. */
  current: ServerResponse;
  waiting: { request: IncomingMessage; response: ServerResponse }[];
}

/**
 * Handles the requests of a connection one at a time, each after the previous response was sent. Otherwise Node.js would keep
 * the responses to all pipelined requests, and a few kilobytes could become gigabytes. A client that pipelines hundreds of
 * requests is disconnected.
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
    // The previous response has not been sent yet, so the client is pipelining.
    else if (line.waiting.length > 0 || !line.current.writableFinished) {
      if (line.waiting.length >= mostWaiting) return void socket.destroy();
      line.waiting.push({ request, response });
      // Stops reading from the socket. Further bytes stay in the system's buffer until the waiting requests have been handled.
      socket.pause();
      if (line.waiting.length === 1) line.current.once('close', () => advance(line, socket));
      return;
    } else line.current = response;
    listener(request, response);
  };
}

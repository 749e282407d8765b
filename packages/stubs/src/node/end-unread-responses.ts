import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** The response that a connection is sending, and the time in milliseconds at which it began. */
interface Sending {
  response: ServerResponse | undefined;
  since: number;
}

/**
 * Closes connections whose client does not read its response within `limit` milliseconds; checks every `check` milliseconds.
 * `responseOf` returns the last response of a connection.
 */
export function endUnreadResponses(
  server: Server,
  responseOf: (socket: Socket) => ServerResponse | undefined,
  { limit, check }: { limit: number; check: number },
): void {
  const sockets = new Map<Socket, Sending | undefined>();
  const look = () => {
    const now = performance.now();
    for (const [socket, sending] of sockets) {
      const response = responseOf(socket);
      if (socket.writableLength === 0) sockets.set(socket, undefined);
      else if (sending?.response !== response) sockets.set(socket, { response, since: now });
      else if (sending && now - sending.since >= limit) socket.destroy();
    }
  };
  server.on('connection', (socket: Socket) => {
    sockets.set(socket, undefined);
    socket.once('close', () => sockets.delete(socket));
  });
  server.on('listening', () => {
    const looking = setInterval(look, check).unref();
    server.once('close', () => clearInterval(looking));
  });
}

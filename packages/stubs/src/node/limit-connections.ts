import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/**
 * Keeps at most `most` connections open. A further connection closes one without a request in progress: the oldest idle
 * connection of the address with the most connections, so that a flood displaces its own connections. When all
 * connections are busy, the new one is closed.
 */
export function limitConnections(server: Server, responseOf: (socket: Socket) => ServerResponse | undefined, most: number): void {
  /** Sockets by address, each set with the oldest first. */
  const byAddress = new Map<string, Set<Socket>>();
  let count = 0;
  const isBusy = (socket: Socket) => responseOf(socket)?.writableFinished === false;
  const findIdle = (): Socket | undefined => {
    // Rarely takes more than two rounds, because the address with the most connections usually has an idle one.
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
  /** A closed socket no longer has a remote address. */
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

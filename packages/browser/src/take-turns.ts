import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';

/** Runs work in one process at a time. The lock is a Linux socket, which the system closes when the process ends. */
export async function takeTurns<T>(name: string, work: () => Promise<T>): Promise<T> {
  // Uses a hash, because the name of such a socket is limited to 107 bytes.
  const address = `\0payment-invoice-${createHash('sha256').update(name).digest('hex')}`;
  const waiting = new Set<Socket>();
  let turn = await listen(address, waiting);
  while (!turn) {
    await untilItEnds(address);
    turn = await listen(address, waiting);
  }
  try {
    return await work();
  } finally {
    turn.close();
    for (const socket of waiting) socket.destroy();
  }
}

/** Listens on the address. Returns undefined when another process already listens on it. */
async function listen(address: string, waiting: Set<Socket>): Promise<Server | undefined> {
  const server = createServer((socket) => waiting.add(socket.on('error', () => socket.destroy()))).listen(address);
  try {
    await once(server, 'listening');
    return server;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
    return undefined;
  }
}

async function untilItEnds(address: string): Promise<void> {
  const socket = connect(address).resume();
  // Connecting fails if the other process has just ended. Destroying the socket then ends the wait below.
  socket.on('error', () => socket.destroy());
  await new Promise((done) => socket.once('close', done));
}

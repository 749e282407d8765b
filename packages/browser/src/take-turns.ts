import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';

/**
 * Does work that only one process on this machine should do at a time; the others wait. The one that works listens on a
 * socket of Linux that has a name and no file. The system closes it when its process ends, however that ends.
 */
export async function takeTurns<T>(name: string, work: () => Promise<T>): Promise<T> {
  // Such a name has at most 107 bytes.
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

/** Listens, or returns nothing where another process does. */
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
  // Refused when the other has just ended; either way the socket closes.
  socket.on('error', () => socket.destroy());
  await new Promise((done) => socket.once('close', done));
}

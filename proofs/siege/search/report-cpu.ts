/** Loaded into the server under siege: tells the CPU that its process has used, in microseconds, to whoever connects to a socket. */
import { createServer } from 'node:net';
import { isMainThread } from 'node:worker_threads';

const { SIEGE_CPU_SOCKET: path } = process.env;
// The thread that sends callbacks loads it too, and would end on the address that is taken.
if (path !== undefined && isMainThread) {
  createServer((socket) => {
    socket.on('error', () => undefined);
    socket.on('data', () => {
      const { user, system } = process.cpuUsage();
      socket.write(`${user + system}\n`);
    });
  })
    .listen(path)
    .unref();
}

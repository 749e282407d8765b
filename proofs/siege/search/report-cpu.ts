/** Loaded into the attacked server: reports the CPU time of its process, in microseconds, to whoever connects to a socket. */
import { createServer } from 'node:net';
import { isMainThread } from 'node:worker_threads';

const { SIEGE_CPU_SOCKET: path } = process.env;
// The callback thread loads this module too, and would fail because the address is already in use.
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

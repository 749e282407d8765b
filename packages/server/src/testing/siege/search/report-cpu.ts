/** Loaded into the server under siege: tells the CPU that its process has used, in microseconds, to whoever connects to a socket. */
import { createServer } from 'node:net';

const { SIEGE_CPU_SOCKET: path } = process.env;
if (path !== undefined) {
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

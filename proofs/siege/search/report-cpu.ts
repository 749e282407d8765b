/**
 * Loaded into the attacked server. Reports the CPU time of its process, in microseconds, to any program that connects to a
 * socket. Also starts a bare HTTP server in the same process and reports its port. That server responds with as many bytes as
 * the path says.
 */
import http from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import { isMainThread } from 'node:worker_threads';

const { SIEGE_CPU_SOCKET: path } = process.env;
// The thread for callbacks loads this module too. It must not listen, because the address is already in use.
if (path !== undefined && isMainThread) {
  let bytes = Buffer.alloc(0);
  const bare = http.createServer(({ url = '' }, response) => {
    const length = Number(url.slice(1));
    if (bytes.length !== length) bytes = Buffer.alloc(length, 'a');
    response.writeHead(200, { 'Content-Length': length }).end(bytes);
  });
  bare.listen(0, '127.0.0.1').unref();
  createServer((socket) => {
    socket.on('error', () => undefined);
    socket.on('data', () => {
      const { user, system } = process.cpuUsage();
      socket.write(`${user + system} ${(bare.address() as AddressInfo).port}\n`);
    });
  })
    .listen(path)
    .unref();
}

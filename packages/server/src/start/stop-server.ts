import type { Server } from 'node:http';

/** Milliseconds between two looks for connections that have become idle. */
const lookEvery = 25;

/** Stops accepting, lets requests in flight complete, and cuts off the rest after `graceMs`. */
export function stopServer(server: Server, graceMs: number): Promise<void> {
  return new Promise((resolve) => {
    // A connection whose request has just completed stays open for the next one, which nobody will take.
    const looking = setInterval(() => server.closeIdleConnections(), lookEvery);
    const cutting = setTimeout(() => server.closeAllConnections(), graceMs);
    server.close(() => {
      clearInterval(looking);
      clearTimeout(cutting);
      resolve();
    });
  });
}

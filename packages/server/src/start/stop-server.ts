import type { Server } from 'node:http';

/** How many milliseconds pass between two checks for connections that have become idle. */
const lookEvery = 25;

/** Stops accepting connections, lets requests in progress complete, and cuts off the rest after `graceMs` milliseconds. */
export function stopServer(server: Server, graceMs: number): Promise<void> {
  return new Promise((resolve) => {
    // A connection whose request has completed would stay open for a next one, which is never accepted.
    const looking = setInterval(() => server.closeIdleConnections(), lookEvery);
    const cutting = setTimeout(() => server.closeAllConnections(), graceMs);
    server.close(() => {
      clearInterval(looking);
      clearTimeout(cutting);
      resolve();
    });
  });
}

import type { Server } from 'node:http';

/** How often connections that have become idle are looked for, in milliseconds. */
const lookEvery = 25;

/** Stops accepting, lets requests in flight be answered, and cuts off what is left after `graceMs`. */
export function stopServer(server: Server, graceMs: number): Promise<void> {
  return new Promise((resolve) => {
    // A connection whose request has just been answered stays open for the next one, which nobody will take.
    const looking = setInterval(() => server.closeIdleConnections(), lookEvery);
    const cutting = setTimeout(() => server.closeAllConnections(), graceMs);
    server.close(() => {
      clearInterval(looking);
      clearTimeout(cutting);
      resolve();
    });
  });
}

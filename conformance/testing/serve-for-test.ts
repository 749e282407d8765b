import { createServer, type RequestListener, type Server } from 'node:http';
import { onTestFinished } from 'vitest';
import { close, listen } from '../servers/serve-requests.ts';

/** Starts this server, or a new server with this listener, and stops it when the current test ends. Returns the base URL. */
export async function serveForTest(served: RequestListener | Server): Promise<string> {
  const server = typeof served === 'function' ? createServer(served) : served;
  onTestFinished(() => close(server));
  return listen(server);
}

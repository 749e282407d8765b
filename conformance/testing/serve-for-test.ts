import { createServer, type RequestListener, type Server } from 'node:http';
import { onTestFinished } from 'vitest';
import { close, listen } from '../servers/serve-requests.ts';

/** Serves HTTP with a given server, or with a new one for a listener, until the current test ends. Returns the base URL. */
export async function serveForTest(served: RequestListener | Server): Promise<string> {
  const server = typeof served === 'function' ? createServer(served) : served;
  onTestFinished(() => close(server));
  return listen(server);
}

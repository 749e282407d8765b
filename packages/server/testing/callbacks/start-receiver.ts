import { createServer, type IncomingHttpHeaders, type RequestListener } from 'node:http';
import { onTestFinished } from 'vitest';
import { listen } from '../listen.ts';

/** A request as the receiver got it. */
export interface ReceivedCall {
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
}

/** A merchant's server, for one test. */
export interface Receiver {
  port: number;
  /** The receiver's URL on 127.0.0.1, without a final slash. */
  url: string;
  calls: ReceivedCall[];
}

/** Starts a receiver on a free port. It records each request, and responds by calling `respond`; by default with 204. */
export async function startReceiver(respond: RequestListener = (_, res) => void res.writeHead(204).end()): Promise<Receiver> {
  const calls: ReceivedCall[] = [];
  const server = createServer(async (req, res) => {
    const chunks: Buffer[] = [];
    for await (const chunk of req) chunks.push(chunk);
    calls.push({ path: req.url ?? '', headers: req.headers, body: Buffer.concat(chunks).toString() });
    respond(req, res);
  });
  const port = await listen(server);
  onTestFinished(() => server.closeAllConnections());
  return { port, url: `http://127.0.0.1:${port}`, calls };
}

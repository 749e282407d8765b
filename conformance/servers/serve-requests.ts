import type { IncomingMessage, Server } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface StartOptions {
  /** The port to listen on. Default: any free one. */
  port?: number;
  /** Path of the contract that the server follows, if it reads one. Default: the suite's own. */
  contract?: string;
  /** Edits the contract before the server reads it. The server then violates the original contract. */
  edit?: (document: unknown) => void;
}

/** Starts a server listening on 127.0.0.1, and returns its base URL. */
export async function listen(server: Server, { port = 0 }: StartOptions = {}): Promise<string> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, '127.0.0.1', resolve);
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Closes a server and its kept-alive connections. */
export async function close(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeAllConnections();
  await closed;
}

/** Reads the body with event listeners. Async iterators would slow down the matrix, which runs each case against each fault. */
export function readBytes(request: IncomingMessage): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.once('end', () => resolve(Buffer.concat(chunks)));
    request.once('error', reject);
  });
}

import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The port to listen on: any free one, unless given. */
export interface StartOptions {
  port?: number;
  /** Path of the contract that the server is to follow, where it reads one; that of the suite, unless given. */
  contract?: string;
  /** Changes what the server reads in the contract, so that it breaks what was there. */
  edit?: (document: unknown) => void;
}

/** Lets a server listen on 127.0.0.1, and gives its base URL. */
export async function listen(server: Server, { port = 0 }: StartOptions = {}): Promise<string> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, '127.0.0.1', resolve);
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Ends a server and the connections that are kept alive. */
export async function close(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeAllConnections();
  await closed;
}

import { once } from 'node:events';
import type { Server } from 'node:http';
import { type AddressInfo, isIPv6 } from 'node:net';
import { StartError } from '../errors/start-error.ts';

/**
 * Starts to listen, and returns the URL at which a client on this machine reaches the server.
 * @throws StartError when the port is taken or the host is not an address of this machine
 */
export async function listen(server: Server, host: string, port: number): Promise<string> {
  try {
    server.listen(port, host);
    await once(server, 'listening');
  } catch (error) {
    throw new StartError(`Cannot listen on ${host}, port ${port}: ${reasonOf(error as NodeJS.ErrnoException)}.`, {
      cause: error,
    });
  }
  const bound = server.address() as AddressInfo;
  // The address for "all addresses" is not one that clients can connect to.
  const reachable = { '0.0.0.0': '127.0.0.1', '::': '::1' }[host] ?? host;
  return `http://${isIPv6(reachable) ? `[${reachable}]` : reachable}:${bound.port}`;
}

function reasonOf({ code, message }: NodeJS.ErrnoException): string {
  switch (code) {
    case 'EADDRINUSE':
      return 'the port is in use. Stop the other program, or set PORT to another port (0 takes any free one)';
    case 'EACCES':
      return 'the port needs more rights. Set PORT to one from 1024 on';
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return 'the host is not an address of this machine. Set HOST to 127.0.0.1, or 0.0.0.0 for every address';
  }
  return message;
}

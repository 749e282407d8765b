import { connect, createServer, isIP, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { type TlsSettings, tlsOptions } from '../http/connection.ts';
import { ConnectionObserver, type Observed } from './observe-connection.ts';

/** A port whose bytes are passed on as they are. */
export interface PassThrough {
  host: string;
  port: number;
  close(): Promise<void>;
}

/** Where to listen, where to pass on to, and who is told. */
export interface PassThroughSettings {
  host: string;
  port: number;
  upstream: URL;
  tls?: TlsSettings;
  onExchange(observed: Observed): void;
  /** Called for a connection that cannot be read, and is passed on all the same. */
  onLost(): void;
  /** Called where the upstream cannot be reached, with the reason. */
  onUnreachable(error: Error): void;
}

/**
 * Passes bytes on, both ways, without reading them first: an observer gets a copy, and whatever it makes of it changes
 * nothing.
 */
export async function openPassThrough(settings: PassThroughSettings): Promise<PassThrough> {
  const { upstream, tls, onExchange, onLost, onUnreachable } = settings;
  const sockets = new Set<Socket>();
  const server = createServer({ allowHalfOpen: true, noDelay: true }, (client) => {
    const target = openUpstream(upstream, tls);
    const observer = new ConnectionObserver(onExchange, onLost);
    for (const socket of [client, target]) {
      sockets.add(socket);
      socket.once('close', () => sockets.delete(socket));
    }
    // Listeners beside the pipes: a slow reader holds both back.
    client.on('data', (bytes: Buffer) => observer.sent(bytes));
    target.on('data', (bytes: Buffer) => observer.received(bytes));
    client.pipe(target);
    target.pipe(client);
    let isReached = false;
    target.once(upstream.protocol === 'https:' ? 'secureConnect' : 'connect', () => {
      isReached = true;
    });
    target.on('error', (error) => {
      if (!isReached) onUnreachable(error);
      client.destroy();
    });
    client.on('error', () => target.destroy());
    target.once('close', () => {
      observer.end();
      if (!client.writableEnded) client.destroy();
    });
    client.once('close', () => target.destroy());
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(settings.port, settings.host, resolve);
  });
  const { port } = server.address() as { port: number };
  return {
    host: settings.host,
    port,
    async close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}

function openUpstream({ protocol, hostname, port }: URL, tls?: TlsSettings): Socket {
  const host = hostname.replace(/^\[(.*)]$/, '$1');
  const isTls = protocol === 'https:';
  const where = { host, port: Number(port || (isTls ? 443 : 80)), allowHalfOpen: true };
  // An address is no name to ask for (RFC 6066 §3); the certificate is held to it all the same.
  const socket = isTls
    ? connectTls({ ...tlsOptions(tls), ...where, ...(isIP(host) === 0 && { servername: host }) })
    : connect({ ...where, noDelay: true });
  socket.setNoDelay(true);
  return socket;
}

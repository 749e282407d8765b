import { connect, createServer, isIP, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { type TlsSettings, tlsOptions } from '../http/connection.ts';
import { ConnectionObserver, type Observed } from './observe-connection.ts';

/** A port that passes bytes on unchanged. */
export interface PassThrough {
  host: string;
  port: number;
  close(): Promise<void>;
}

/** The address to listen on, the upstream to pass bytes on to, and callbacks for events. */
export interface PassThroughSettings {
  host: string;
  port: number;
  upstream: URL;
  tls?: TlsSettings;
  onExchange(observed: Observed): void;
  /** Called for a connection that cannot be read. Its bytes are still passed on. */
  onLost(): void;
  /** Called with the reason where the upstream cannot be reached. */
  onUnreachable(error: Error): void;
}

/** Passes bytes on in both directions. An observer gets a copy, and can neither change nor delay the traffic. */
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
    // These listeners only observe. The pipes still apply back-pressure to both sides.
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
  // An IP address must not be sent as a server name (RFC 6066 §3). The certificate is still checked against it.
  const socket = isTls
    ? connectTls({ ...tlsOptions(tls), ...where, ...(isIP(host) === 0 && { servername: host }) })
    : connect({ ...where, noDelay: true });
  socket.setNoDelay(true);
  return socket;
}

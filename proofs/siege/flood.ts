import { connect, type Socket } from 'node:net';
import type { SiegeTools } from './attack.ts';

/** An attack that floods the server over several connections. */
export interface Flood {
  connections: number;
  /**
   * Returns the bytes of a connection's next batch. The connection sends it once all responses to the previous batch have
   * arrived.
   */
  batch: () => { bytes: Buffer; responses: number };
  /** False for a client that never reads the responses. */
  reads?: boolean;
}

/** The maximum number of connections that are opened to replace closed ones. */
const mostReopened = 2_000;

/** Floods the target until the signal is aborted. Returns how many bytes were sent and how many responses were received. */
export async function flood({ target, signal }: SiegeTools, { connections, batch, reads = true }: Flood) {
  let bytes = 0;
  let responses = 0;
  let reopened = 0;
  const sockets = new Set<Socket>();
  const open = () => {
    if (signal.aborted) return;
    let left = 0;
    const send = () => {
      const next = batch();
      left = next.responses;
      bytes += next.bytes.length;
      socket.write(next.bytes);
    };
    const socket = connect(target.port, target.host, send);
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => {
      sockets.delete(socket);
      reopened += 1;
      // Waits before it reconnects. A server that refuses connections immediately would otherwise get thousands of them per
      // second.
      if (reopened < mostReopened) setTimeout(open, 5);
    });
    if (!reads) return void socket.pause();
    socket.on('data', (chunk) => {
      for (let at = chunk.indexOf('HTTP/1.1 '); at >= 0; at = chunk.indexOf('HTTP/1.1 ', at + 9)) {
        left -= 1;
        responses += 1;
      }
      if (left <= 0 && !signal.aborted) send();
    });
  };
  for (let i = 0; i < connections; i++) open();
  await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
  for (const socket of sockets) socket.destroy();
  return { bytes, responses };
}

/** Returns the bytes of a request. Without a body the request is a GET. */
export function writeRequest(path: string, { method = 'GET', head = [] as readonly string[], body = '' } = {}): Buffer {
  const length = method === 'POST' ? [`Content-Length: ${Buffer.byteLength(body)}`] : [];
  return Buffer.from(`${[`${method} ${path} HTTP/1.1`, 'Host: siege', ...head, ...length].join('\r\n')}\r\n\r\n${body}`);
}

/** Repeats a request, as a client that pipelines its requests does. */
export function repeat(request: Buffer, times: number): { bytes: Buffer; responses: number } {
  return { bytes: Buffer.concat(Array.from({ length: times }, () => request)), responses: times };
}

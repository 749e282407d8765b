import type { IncomingMessage } from 'node:http';

/**
 * Reads the complete body with event listeners, because an iterator for each request would cost too much when
 * every fault meets every case.
 */
export function readBytes(request: IncomingMessage): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.once('end', () => resolve(Buffer.concat(chunks)));
    request.once('error', reject);
  });
}

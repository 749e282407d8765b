import type { IncomingMessage } from 'node:http';

/** Longest body that the shop reads, in bytes: a basket and a callback are far shorter. */
const longest = 64 * 1024;

/** Reads the body as it was sent, byte by byte, as the signature of a callback covers these bytes. @throws RangeError when it is too long */
export async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > longest) throw new RangeError(`the body is longer than ${longest} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

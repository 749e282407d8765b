import type { IncomingMessage } from 'node:http';
import { ProblemError } from '../problems/problem-error.ts';
import { payloadTooLarge } from '../request/read-json-body.ts';

/**
 * Reads the complete body of a request. The caller must handle the rest of a refused body.
 * @throws ProblemError payload_too_large when it is longer than `limit` bytes, malformed_json when it ends early
 */
export async function readBody(request: IncomingMessage, limit: number): Promise<Buffer> {
  // A small body usually arrives with the headers, and reading it at once is faster than adding listeners.
  if (!request.complete || request.destroyed) return waitForBody(request, limit);
  const bytes: Buffer = request.read() ?? Buffer.alloc(0);
  if (bytes.length > limit) throw payloadTooLarge();
  return bytes;
}

function waitForBody(request: IncomingMessage, limit: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    const settle = (act: () => void) => {
      request.off('data', take).off('end', end).off('close', cut).off('error', cut);
      act();
    };
    const take = (chunk: Buffer) => {
      length += chunk.length;
      if (length > limit) settle(() => reject(payloadTooLarge()));
      else chunks.push(chunk);
    };
    // A small body arrives in one piece.
    const end = () => settle(() => resolve(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks)));
    // The client has disconnected, or announced a wrong length.
    const cut = (cause?: Error) =>
      settle(() => reject(new ProblemError('malformed_json', 'The body ended before its Content-Length.', { cause })));
    if (request.destroyed) cut();
    else request.on('data', take).on('end', end).on('close', cut).on('error', cut);
  });
}

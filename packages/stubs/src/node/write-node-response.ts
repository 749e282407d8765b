import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ApiResponse } from '../response/api-response.ts';
import { leaveNodeBody } from './node-body.ts';

/** Writes a response to a Node server. */
export function writeNodeResponse(req: IncomingMessage, res: ServerResponse, { status, headers, body }: ApiResponse): void {
  // A string and not bytes: Node sends it in one piece with the headers.
  const text = JSON.stringify(body);
  res.writeHead(status, { ...headers, 'Content-Length': Buffer.byteLength(text), ...leaveNodeBody(req) }).end(text);
}

import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ApiResponse } from '../response/api-response.ts';
import { leaveNodeBody } from './node-body.ts';

/** Writes a response to a Node server. */
export function writeNodeResponse(req: IncomingMessage, res: ServerResponse, { status, headers, body }: ApiResponse): void {
  const text = JSON.stringify(body);
  const length = Buffer.byteLength(text);
  const all = { ...headers, 'Content-Length': length, ...leaveNodeBody(req) };
  // A string and not bytes: Node sends it in one piece with the headers. One of ASCII is copied as it is.
  res.writeHead(status, all).end(text, length === text.length ? 'latin1' : 'utf8');
}

import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ApiResponse } from '../response/api-response.ts';
import { leaveNodeBody } from './node-body.ts';

export function writeNodeResponse(req: IncomingMessage, res: ServerResponse, { status, headers, body }: ApiResponse): void {
  if (body === undefined) {
    // A 204 has no length (RFC 9110 §8.6).
    res.writeHead(status, { ...headers, ...(status !== 204 && { 'Content-Length': 0 }), ...leaveNodeBody(req) }).end();
    return;
  }
  const text = JSON.stringify(body);
  const length = Buffer.byteLength(text);
  // Names and values in turn, which Node takes as they are.
  const all: string[] = [];
  for (const name in headers) all.push(name, headers[name] as string);
  all.push('Content-Length', String(length));
  const leaving = leaveNodeBody(req);
  for (const name in leaving) all.push(name, leaving[name] as string);
  // A string and not bytes: Node sends it in one piece with the headers. One of ASCII is copied as it is.
  res.writeHead(status, all).end(text, length === text.length ? 'latin1' : 'utf8');
}

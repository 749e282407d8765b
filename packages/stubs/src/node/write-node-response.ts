import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ApiResponse } from '../response/api-response.ts';
import { leaveNodeBody } from './node-body.ts';

export function writeNodeResponse(req: IncomingMessage, res: ServerResponse, { status, headers, body }: ApiResponse): void {
  if (body === undefined) {
    // A 204 response has no Content-Length (RFC 9110 §8.6).
    res.writeHead(status, { ...headers, ...(status !== 204 && { 'Content-Length': 0 }), ...leaveNodeBody(req) }).end();
    return;
  }
  const text = JSON.stringify(body);
  const length = Buffer.byteLength(text);
  // Names and values in turn, a form that Node.js takes without converting it.
  const all: string[] = [];
  for (const name in headers) all.push(name, headers[name] as string);
  all.push('Content-Length', String(length));
  const leaving = leaveNodeBody(req);
  for (const name in leaving) all.push(name, leaving[name] as string);
  // Sends the body as a string, because Node.js then sends it in one piece with the headers. ASCII text is copied without
  // encoding.
  res.writeHead(status, all).end(text, length === text.length ? 'latin1' : 'utf8');
}

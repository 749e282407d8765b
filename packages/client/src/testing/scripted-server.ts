import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

/** What the server answers: an answer, or no answer, half of one, or a connection that breaks. */
export type Answer =
  | { status?: number; type?: string; headers?: Record<string, string>; text: string }
  | 'never'
  | 'cut'
  | 'reset';

/** A request as it came. */
export interface Seen {
  method: string | undefined;
  path: string | undefined;
  headers: Record<string, string | string[] | undefined>;
  text: string;
}

/** A server that answers as its test says. */
export interface ScriptedServer {
  baseUrl: string;
  /** The answers to come, in order; the last one stays. */
  script: Answer[];
  seen: Seen[];
}

/** Starts a server that ends with the test. */
export async function startScriptedServer(...script: Answer[]): Promise<ScriptedServer> {
  const scripted: ScriptedServer = { baseUrl: '', script, seen: [] };
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part);
    const { method, url: path, headers } = request;
    scripted.seen.push({ method, path, headers, text: Buffer.concat(parts).toString() });
    reply(response, (scripted.script.length > 1 ? scripted.script.shift() : scripted.script[0]) ?? 'reset');
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  scripted.baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return scripted;
}

function reply(response: ServerResponse, answer: Answer): void {
  if (answer === 'never') return;
  if (answer === 'reset') return void response.destroy();
  if (answer === 'cut') {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': 100 });
    return void response.write('{"id":', () => response.destroy());
  }
  response.writeHead(answer.status ?? 200, { ...(answer.type && { 'content-type': answer.type }), ...answer.headers });
  response.end(answer.text);
}

/** An answer of JSON. */
export const json = (value: unknown, status = 200): Answer => ({ status, type: 'application/json', text: JSON.stringify(value) });

/** An invoice as create answers with it. */
export const invoice = { id: 'inv_1', status: 'PENDING', amount: 12.5, aMemberOfTomorrow: 1 };

/** An answer of problem details. */
export function problem(status: number, code: string, more: object = {}, headers: Record<string, string> = {}): Answer {
  const members = { type: `http://x/problems/${code}`, title: code, status, detail: `It was ${code}.`, code, requestId: 'req_1' };
  return { status, type: 'application/problem+json', headers, text: JSON.stringify({ ...members, ...more }) };
}

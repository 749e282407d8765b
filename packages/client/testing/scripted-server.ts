import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exampleInvoice } from '@payment-invoice/generated/examples';
import { expect, onTestFinished } from 'vitest';

/** A response of the script: complete, missing (`never`), cut off in the middle (`cut`), or a broken connection (`reset`). */
export type Scripted =
  | { status?: number; type?: string; headers?: Record<string, string>; text: string }
  | 'never'
  | 'cut'
  | 'reset';

/** A request as the server received it. */
export interface Seen {
  method: string | undefined;
  path: string | undefined;
  headers: Record<string, string | string[] | undefined>;
  text: string;
}

/** A server whose responses are scripted by the test. */
export interface ScriptedServer {
  baseUrl: string;
  /** The next responses, in order; the last response is repeated. */
  script: Scripted[];
  seen: Seen[];
}

/** Starts a server that is stopped when the test ends. */
export async function startScriptedServer(...script: Scripted[]): Promise<ScriptedServer> {
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

function reply(response: ServerResponse, scripted: Scripted): void {
  if (scripted === 'never') return;
  if (scripted === 'reset') return void response.destroy();
  if (scripted === 'cut') {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': 100 });
    return void response.write('{"id":', () => response.destroy());
  }
  response.writeHead(scripted.status ?? 200, { ...(scripted.type && { 'content-type': scripted.type }), ...scripted.headers });
  response.end(scripted.text);
}

/** Returns the error that a call throws, and fails the test if the call succeeds. */
export async function failureOf<Failure = unknown>(call: Promise<unknown>): Promise<Failure> {
  return call.then(
    (value) => expect.fail(`succeeded with ${JSON.stringify(value)}`),
    (reason) => reason,
  );
}

/** Makes a JSON response. */
export function json(value: unknown, status = 200, headers: Record<string, string> = {}): Scripted {
  return { status, type: 'application/json', headers, text: JSON.stringify(value) };
}

/** An invoice as createPayment returns it, with a field that this version does not know. */
export const invoice = { ...exampleInvoice, id: 'inv_1', paymentUrl: 'https://pay.example/pay/inv_1', aFieldOfTomorrow: 1 };

/** Makes a response with problem details. */
export function problem(status: number, code: string, more: object = {}, headers: Record<string, string> = {}): Scripted {
  const fields = { type: `http://x/problems/${code}`, title: code, status, detail: `It was ${code}.`, code, requestId: 'req_1' };
  return { status, type: 'application/problem+json', headers, text: JSON.stringify({ ...fields, ...more }) };
}

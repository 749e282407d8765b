import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json, text } from 'node:stream/consumers';
import { exampleInvoice } from '@payment-invoice/generated/examples';

/** A service for tests. The `cashTag` or `invoiceId` of a request is the name of the behaviour that the test wants. */
export interface ScenarioServer {
  baseUrl: string;
  /** The script that a browser gets as /scenario.js, from the same origin. */
  script: string;
  close(): void;
}

const invoice = { ...exampleInvoice, id: 'inv_1' };
const page = '<!DOCTYPE html><title>A page</title>';

/** Starts the service on a free port. */
export async function startScenarioServer(): Promise<ScenarioServer> {
  const attempts = new Map<string, number>();
  const server = createServer(async (request, response) => {
    if (request.method === 'GET') {
      await text(request);
      const isScript = request.url === '/scenario.js';
      return send(response, 200, isScript ? 'text/javascript' : 'text/html', isScript ? scenario.script : page);
    }
    const { cashTag, invoiceId } = (await json(request)) as { cashTag?: string; invoiceId?: string };
    if (request.headers.authorization !== 'Bearer scenario_token') return sendProblem(response, 401, 'invalid_token');
    if (invoiceId === 'missing') return sendProblem(response, 404, 'invoice_not_found');
    if (invoiceId) return sendInvoice(response, { status: 'PAID', receiptId: 'rcp_1', paidAmount: 12.5 });
    if (cashTag === '$stall') return;
    if (cashTag === '$page') return send(response, 200, 'text/html', page);
    if (cashTag === '$redirect') return void response.writeHead(302, { location: '/' }).end();
    const key = String(request.headers['idempotency-key']);
    const attempt = (attempts.get(key) ?? 0) + 1;
    attempts.set(key, attempt);
    if (cashTag === '$retry' && attempt === 1) return send(response, 502, 'text/html', page);
    if (cashTag === '$retry' && attempt === 2) return void request.socket.destroy();
    sendInvoice(response, { cashTag, note: `attempt ${attempt}` });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const scenario: ScenarioServer = {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    script: '',
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
  return scenario;
}

function sendInvoice(response: ServerResponse, more: object): void {
  send(response, 200, 'application/json', JSON.stringify({ ...invoice, ...more }));
}

function sendProblem(response: ServerResponse, status: number, code: string): void {
  const fields = { type: 'about:blank', title: code, status, detail: code, code, requestId: 'req_1' };
  send(response, status, 'application/problem+json', JSON.stringify(fields));
}

function send(response: ServerResponse, status: number, type: string, body: string): void {
  response.writeHead(status, { 'content-type': type }).end(body);
}

import { randomBytes, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Call, Refusal, type Store, type StoredInvoice } from './base-store.ts';
import type { PayRequest, RunningSubject, StartOptions } from './fault.ts';
import { type Hooks, lawful } from './lawful-hooks.ts';
import { readBytes } from './read-bytes.ts';

/**
 * Starts a small lawful server, in memory, with some of its steps replaced.
 * It shares no code with the suite: a mistake in common would hide itself.
 */
export async function startBaseServer(replaced: Partial<Hooks>, { port = 0 }: StartOptions = {}): Promise<RunningSubject> {
  const hooks: Hooks = { ...lawful, ...replaced };
  const [token, otherToken] = [newToken(), newToken()];
  const server = createServer();
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, '127.0.0.1', resolve);
  });
  const store: Store = {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    accounts: new Map([
      [token, 'merchant'],
      [otherToken, 'other-merchant'],
    ]),
    invoices: [],
  };
  server.on('request', (request, response) => void answer(hooks, store, request, response));
  return {
    baseUrl: store.baseUrl,
    token,
    otherToken,
    async pay({ invoice, amount, outcome }: PayRequest) {
      return `receipt:${invoice.id}:${amount}:${outcome}:${randomUUID()}`;
    },
    async close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      await closed;
    },
  };
}

const newToken = (): string => `tok_${randomBytes(16).toString('hex')}`;

async function answer(hooks: Hooks, store: Store, request: IncomingMessage, response: ServerResponse): Promise<void> {
  try {
    const bytes = await readBytes(request);
    const { contentType, body } = handle(hooks, store, request, bytes);
    response.writeHead(200, { 'Content-Type': contentType }).end(JSON.stringify(body));
  } catch (error) {
    const status = error instanceof Refusal ? error.status : 500;
    const message = error instanceof Refusal ? error.message : 'Something broke.';
    response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify({ message }));
  }
}

function handle(hooks: Hooks, store: Store, request: IncomingMessage, bytes: Buffer): { contentType: string; body: unknown } {
  const url = URL.parse(request.url ?? '/', store.baseUrl);
  const operation = url === null ? undefined : hooks.route(request.method ?? '', url.pathname);
  if (url === null || operation === undefined) throw new Refusal(404, 'There is nothing here.');
  const arrived: Call = { operation, url, authorization: request.headers.authorization, bytes, store, account: '' };
  const account = hooks.authenticate(arrived);
  if (account === undefined) throw new Refusal(401, 'Send a token that is known.');
  const call: Call = { ...arrived, account };
  const invoice = carryOut(hooks, call);
  return { contentType: hooks.contentType(call), body: hooks.renderInvoice(call, invoice) };
}

function carryOut(hooks: Hooks, call: Call): StoredInvoice {
  const body = hooks.parseBody(call);
  hooks.checkBody(call, body);
  if (call.operation === 'createPayment') {
    const created = hooks.newInvoice(call, body, hooks.newId(call, body));
    call.store.invoices.push(created);
    return created;
  }
  const invoice = hooks.findInvoice(call, body);
  if (invoice === undefined) throw new Refusal(404, 'There is no such invoice.');
  expire(invoice);
  if (call.operation === 'submitReceipt') {
    const before = invoice.receiptId;
    hooks.applyReceipt(invoice, body);
    if (invoice.receiptId !== before) callBack(invoice);
  }
  return invoice;
}

function expire(invoice: StoredInvoice): void {
  const open = invoice.status === 'PENDING' || invoice.status === 'UNDER_PAID';
  if (open && Date.now() >= Date.parse(invoice.expiresAt)) invoice.status = 'EXPIRED';
}

// The source document says that callbackUrl is called, not what is sent or how often: one try is lawful.
function callBack({ id, status, callbackUrl }: StoredInvoice): void {
  if (callbackUrl === undefined) return;
  fetch(callbackUrl, { method: 'POST', body: JSON.stringify({ id, status }), signal: AbortSignal.timeout(2000) }).catch(() => {});
}

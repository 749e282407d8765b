import { randomBytes, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { PayRequest, RunningServer } from '../../src/engine/running-server.ts';
import { close, listen, type StartOptions } from '../serve-requests.ts';
import { type CoreSteps, core } from './steps.ts';
import { type Call, Refusal, type Store, type StoredInvoice } from './store.ts';

/** Starts the core server, which does only what the source document says. It shares no code, and no mistake, with the suite. */
export async function startCoreServer(replaced: Partial<CoreSteps> = {}, options?: StartOptions): Promise<RunningServer> {
  const steps: CoreSteps = { ...core, ...replaced };
  const [token, otherToken] = [newToken(), newToken()];
  const server = createServer();
  const store: Store = {
    baseUrl: await listen(server, options),
    accounts: new Map([
      [token, 'merchant'],
      [otherToken, 'other-merchant'],
    ]),
    invoices: [],
  };
  server.on('request', (request, response) => void respond(steps, store, request, response));
  return {
    baseUrl: store.baseUrl,
    token,
    otherToken,
    async pay({ invoice, amount, outcome }: PayRequest) {
      return `receipt:${invoice.id}:${amount}:${outcome}:${randomUUID()}`;
    },
    close: () => close(server),
  };
}

const newToken = (): string => `tok_${randomBytes(16).toString('hex')}`;

async function respond(steps: CoreSteps, store: Store, request: IncomingMessage, response: ServerResponse): Promise<void> {
  try {
    const bytes = await steps.readBytes(request);
    const { contentType, body } = handle(steps, store, request, bytes);
    response.writeHead(200, { 'Content-Type': contentType }).end(JSON.stringify(body));
  } catch (error) {
    const status = error instanceof Refusal ? error.status : 500;
    const message = error instanceof Refusal ? error.message : 'Something broke.';
    response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify({ message }));
  }
}

function handle(steps: CoreSteps, store: Store, request: IncomingMessage, bytes: Buffer): { contentType: string; body: unknown } {
  const url = URL.parse(request.url ?? '/', store.baseUrl);
  const operation = url === null ? undefined : steps.route(request.method ?? '', url.pathname);
  if (url === null || operation === undefined) throw new Refusal(404, 'There is nothing here.');
  const arrived: Call = { operation, url, authorization: request.headers.authorization, bytes, store, account: '' };
  const account = steps.authenticate(arrived);
  if (account === undefined) throw new Refusal(401, 'Send a token that is known.');
  const call: Call = { ...arrived, account };
  const invoice = carryOut(steps, call);
  return { contentType: steps.contentType(call), body: steps.renderInvoice(call, invoice) };
}

function carryOut(steps: CoreSteps, call: Call): StoredInvoice {
  const body = steps.parseBody(call);
  steps.checkBody(call, body);
  if (call.operation === 'createPayment') {
    const created = steps.newInvoice(call, body, steps.newId(call, body));
    call.store.invoices.push(created);
    return created;
  }
  const invoice = steps.findInvoice(call, body);
  if (invoice === undefined) throw new Refusal(404, 'There is no such invoice.');
  expire(invoice);
  if (call.operation === 'submitReceipt') {
    const before = invoice.receiptId;
    steps.applyReceipt(invoice, body);
    if (invoice.receiptId !== before) callBack(invoice);
  }
  return invoice;
}

function expire(invoice: StoredInvoice): void {
  const open = invoice.status === 'PENDING' || invoice.status === 'UNDER_PAID';
  if (open && Date.now() >= Date.parse(invoice.expiresAt)) invoice.status = 'EXPIRED';
}

// The source document says that callbackUrl is called, but not how often or with what body. So a single attempt is enough.
function callBack({ id, status, callbackUrl }: StoredInvoice): void {
  if (callbackUrl === undefined) return;
  fetch(callbackUrl, { method: 'POST', body: JSON.stringify({ id, status }), signal: AbortSignal.timeout(2000) }).catch(() => {});
}

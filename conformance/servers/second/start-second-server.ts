import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { RunningServer } from '../../src/engine/running-server.ts';
import { close, listen, readBytes, type StartOptions } from '../serve-requests.ts';
import { type Habits, plainHabits, type Reply } from './habits.ts';

interface Entry {
  account: number;
  callbackUrl: string | undefined;
  endsAt: number;
  used: Set<string>;
  shown: {
    id: string;
    amount: number;
    status: string;
    receiptId: string | null;
    paidAmount: number | null;
    [field: string]: unknown;
  };
}
interface Payment {
  invoiceId: string;
  amount: number;
  outcome: string;
}

/** Creates the store for the invoices of the second server, and for the receipts that the server issues. */
function openLedger(baseUrl: string, habits: Habits) {
  const entries = new Map<string, Entry>();
  const payments = new Map<string, Payment>();

  function create(account: number, body: Record<string, unknown>): Entry['shown'] | number {
    const { cashTag, amount, isWhiteLabel, callbackUrl, returnUrl } = body;
    if (typeof cashTag !== 'string' || cashTag.trim() === '') return habits.badInput;
    if (typeof amount !== 'number' || !Number.isFinite(amount) || amount <= 0) return habits.badInput;
    if (isWhiteLabel !== undefined && typeof isWhiteLabel !== 'boolean') return habits.badInput;
    if (!isLink(callbackUrl) || !isLink(returnUrl)) return habits.badInput;
    if (!habits.takes(body)) return habits.badInput;
    const [id, now] = [habits.id(entries.size + 1), Date.now()];
    const endsAt = now + habits.lifetime;
    const shown = {
      id,
      paymentUrl: habits.paymentUrl(baseUrl, id),
      cashTag,
      note: habits.note(id),
      amount,
      isWhiteLabel: isWhiteLabel === true,
      receiptId: null,
      paidAmount: habits.bornPaid ? amount : null,
      status: habits.bornPaid ? 'PAID' : 'PENDING',
      returnUrl: returnUrl ?? null,
      expiresAt: habits.time(endsAt),
      createdAt: habits.time(now),
    };
    const entry: Entry = { account, callbackUrl, endsAt, used: new Set(), shown };
    entries.set(id, entry);
    if (habits.bornPaid) callBack(entry);
    return entry.shown;
  }

  function submit(entry: Entry, receipt: string): number | undefined {
    const { shown, used } = entry;
    const payment = payments.get(receipt);
    const known = payment !== undefined && payment.invoiceId === shown.id;
    if (!known && !habits.takesAnyReceipt) return habits.badInput;
    if (used.has(receipt) || shown.status === 'PAID' || shown.status === 'EXPIRED') return undefined;
    if (payment?.outcome === 'pending') return 409;
    used.add(receipt);
    shown.receiptId = `r-${used.size}`;
    if (payment?.outcome === 'completed') {
      shown.paidAmount = Math.round(((shown.paidAmount ?? 0) + payment.amount) * 100) / 100;
      shown.status = shown.paidAmount >= shown.amount ? 'PAID' : 'UNDER_PAID';
    } else if (shown.status === 'PENDING') shown.status = 'FAILED';
    callBack(entry);
    return undefined;
  }

  return {
    /** Carries out a request. Returns an invoice, or the status code of the refusal. */
    carryOut(account: number, path: string, text: string): object | number {
      const action = path.replace(/^\/api\/v1\/payments\//, '');
      if (!['create', 'submit', 'fetch'].includes(action)) return 404;
      const body = readFields(text);
      if (body === undefined) return habits.badInput;
      if (action === 'create') return create(account, body);
      if (body.invoiceId === undefined) return habits.missingInvoiceId;
      if (typeof body.invoiceId !== 'string') return habits.badInput;
      if (action === 'submit' && (typeof body.webReceipt !== 'string' || body.webReceipt === '')) return habits.badInput;
      const entry = entries.get(body.invoiceId);
      if (entry?.account !== account) return habits.unknownInvoice;
      if (Date.now() > entry.endsAt && entry.shown.status === 'PENDING') entry.shown.status = 'EXPIRED';
      const refusal = action === 'submit' ? submit(entry, String(body.webReceipt)) : undefined;
      return refusal ?? entry.shown;
    },
    /** Records a payment and returns its receipt. */
    issueReceipt(invoiceId: string, amount: number, outcome: string): string {
      const receipt = randomUUID();
      payments.set(receipt, { invoiceId, amount, outcome });
      return receipt;
    },
  };
}

function readFields(text: string): Record<string, unknown> | undefined {
  try {
    const value = JSON.parse(text);
    return value !== null && typeof value === 'object' && !Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function callBack({ callbackUrl }: Entry): void {
  if (callbackUrl !== undefined) fetch(callbackUrl, { method: 'PUT', signal: AbortSignal.timeout(2000) }).catch(() => {});
}

const isLink = (value: unknown): value is string | undefined =>
  value === undefined || (typeof value === 'string' && /^[a-z][a-z0-9+.-]*:\/\/[^\s/?#]+[^\s]*$/i.test(value));

/** Starts the second correct server, with some habits changed. */
export async function startSecondServer(habits: Partial<Habits>, options?: StartOptions): Promise<RunningServer> {
  const kept: Habits = { ...plainHabits, ...habits };
  const tokens = [randomUUID(), randomUUID()] as const;
  const server = createServer();
  const baseUrl = await listen(server, options);
  const ledger = openLedger(baseUrl, kept);
  const admits = limiter(kept.requestsPerSecond);

  function judge(request: IncomingMessage, text: string | undefined): Reply {
    const refuse = (status: number): Reply => ({
      status,
      headers: { 'Content-Type': kept.errorType },
      text: kept.errorBody(status),
    });
    if (!admits()) return { ...refuse(429), headers: { 'Retry-After': kept.retryAfter() } };
    const authorization = request.headers.authorization ?? '';
    const account = tokens.findIndex((token) => kept.bearer(token).test(authorization));
    if (account < 0) return refuse(kept.noToken);
    if (request.method !== 'POST') return refuse(405);
    const outcome = text === undefined ? kept.badInput : ledger.carryOut(account, request.url ?? '', text);
    if (typeof outcome === 'number') return refuse(outcome);
    const shown = { ...outcome };
    return { status: 200, headers: { 'Content-Type': 'application/json' }, text: JSON.stringify(shown), shown };
  }

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const text = await readText(request);
    if (kept.closesConnections) response.setHeader('Connection', 'close');
    const reply = judge(request, text);
    kept.reply(reply, { method: request.method ?? '', action: request.url?.split('/').at(-1) ?? '' });
    kept.send(response, reply);
  }
  // A client that hangs up must not crash the server.
  server.on('request', (request, response) => serve(request, response).catch(() => response.destroy()));

  return {
    baseUrl,
    token: tokens[0],
    otherToken: tokens[1],
    // A receipt need not be readable, so it is an opaque code.
    pay: async ({ invoice, amount, outcome }) => ledger.issueReceipt(String(invoice.id), amount, outcome),
    close: () => close(server),
  };
}

async function readText(request: IncomingMessage): Promise<string | undefined> {
  const bytes = await readBytes(request);
  const text = bytes.toString('utf8');
  return Buffer.from(text).equals(bytes) ? text : undefined;
}

// Counts requests per whole second of the clock, so that a client that has waited a second is always accepted.
function limiter(perSecond: number): () => boolean {
  let [second, count] = [0, 0];
  return () => {
    const now = Math.floor(Date.now() / 1000);
    count = now === second ? count + 1 : 1;
    second = now;
    return count <= perSecond;
  };
}

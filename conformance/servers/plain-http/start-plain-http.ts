import { createHmac, randomBytes, randomInt } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { RunningServer } from '../../src/engine/running-server.ts';
import { close, listen, type StartOptions } from '../serve-requests.ts';

/** An invoice as this server stores it. Times are in milliseconds, amounts in major units. */
interface Invoice {
  id: string;
  url: string;
  tag: string;
  note: string;
  amount: number;
  isWhiteLabel: boolean;
  callbackUrl: string | undefined;
  returnUrl: string | null;
  created: number;
  expires: number;
  status: 'PENDING' | 'UNDER_PAID' | 'PAID' | 'FAILED' | 'EXPIRED';
  paid: number | null;
  receipts: string[];
}

/** Serializes the invoice with its fields in an unusual order, and with two fields that the source document does not have. */
function invoiceText(invoice: Invoice): string {
  const rest = JSON.stringify({
    object: 'invoice',
    status: invoice.status,
    createdAt: offsetTime(invoice.created),
    expiresAt: offsetTime(invoice.expires),
    note: invoice.note,
    returnUrl: invoice.returnUrl,
    isWhiteLabel: invoice.isWhiteLabel,
    paidAmount: invoice.paid,
    receiptId: invoice.receipts.length === 0 ? null : `${invoice.id}-${invoice.receipts.length}`,
    paymentUrl: invoice.url,
    cashTag: invoice.tag,
    links: { self: invoice.url },
    id: invoice.id,
  });
  return `{ "amount": ${numberText(invoice.amount)},\n  ${rest.slice(1)}\n`;
}

const offsetTime = (time: number): string => `${new Date(time).toISOString().slice(0, 19)}+00:00`;

// Writes 12.5 as 12.50, which is the same JSON number, so clients must accept both.
function numberText(amount: number): string {
  const text = amount.toFixed(2);
  return Number(text) === amount ? text : String(amount);
}

/** The payment that a receipt confirms. The amount is in major units. */
interface PayOutcome {
  of: string;
  amount: number;
  outcome: 'completed' | 'failed' | 'pending';
}

/** Makes a receipt: the payment as base64url-encoded JSON, a dot, and a MAC with which the server recognizes its own receipts. */
function writeReceipt(secret: Buffer, outcome: PayOutcome): string {
  const text = Buffer.from(JSON.stringify({ ...outcome, serial: randomInt(2 ** 47) })).toString('base64url');
  return `${text}.${code(secret, text)}`;
}

/** Reads a receipt. Returns undefined unless this server made it for this invoice. */
function readReceipt(secret: Buffer, receipt: string, invoiceId: string): PayOutcome | undefined {
  const [text = '', given] = receipt.split('.');
  if (given !== code(secret, text)) return undefined;
  const outcome = JSON.parse(Buffer.from(text, 'base64url').toString()) as PayOutcome;
  return outcome.of === invoiceId ? outcome : undefined;
}

const code = (secret: Buffer, text: string): string => createHmac('sha256', secret).update(text).digest('hex');

/** Starts a correct server that differs from the reference server as much as the source document allows. */
export async function startPlainHttp(options?: StartOptions): Promise<RunningServer> {
  // The tokens are hexadecimal: a base64url one may begin with a dash, which the suite's `--token` does not accept.
  const tokens = [randomBytes(18).toString('hex'), randomBytes(18).toString('hex')] as const;
  const secret = randomBytes(16);
  const invoices = new Map<string, Invoice>();
  const server = createServer((request, response) => {
    serve(request, invoices, tokens, secret).then(
      (reply) => send(response, reply),
      (error: unknown) => send(response, { status: 500, text: error instanceof Error ? error.message : 'oops' }),
    );
  });
  return {
    baseUrl: await listen(server, options),
    token: tokens[0],
    otherToken: tokens[1],
    pay: async ({ invoice, amount, outcome }) => writeReceipt(secret, { of: String(invoice.id), amount, outcome }),
    close: () => close(server),
  };
}

interface Reply {
  status: number;
  text: string;
  invoice?: boolean;
}

const nope = (status: number): Reply => ({ status, text: status === 401 ? 'who are you?' : 'nope' });

function send(response: ServerResponse, { status, text, invoice }: Reply): void {
  response.statusCode = status;
  response.setHeader('content-type', invoice ? 'application/json; charset=utf-8' : 'text/plain');
  response.end(text);
}

async function serve(
  request: IncomingMessage,
  invoices: Map<string, Invoice>,
  tokens: readonly string[],
  secret: Buffer,
): Promise<Reply> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const action = /^\/api\/v1\/payments\/(create|submit|fetch)$/.exec(request.url ?? '')?.[1];
  if (action === undefined || request.method !== 'POST') return nope(404);
  const authorization = request.headers.authorization ?? '';
  if (!tokens.some((token) => authorization === `Bearer ${token}`)) return nope(401);
  const body = readObject(Buffer.concat(chunks));
  if (body === undefined) return nope(400);
  if (action === 'create') return create(body, invoices, request.headers.host ?? '127.0.0.1');
  if (typeof body.invoiceId !== 'string' || body.invoiceId === '') return nope(400);
  const invoice = invoices.get(body.invoiceId);
  if (action === 'submit' && typeof body.webReceipt !== 'string') return nope(400);
  // The source document does not say that an invoice belongs to an account, so every token can read every invoice.
  if (invoice === undefined) return nope(404);
  if (Date.now() > invoice.expires && invoice.status !== 'PAID') invoice.status = 'EXPIRED';
  if (action === 'submit') {
    const outcome = readReceipt(secret, String(body.webReceipt), invoice.id);
    if (outcome === undefined) return nope(400);
    settle(invoice, String(body.webReceipt), outcome);
  }
  return { status: 200, text: invoiceText(invoice), invoice: true };
}

function readObject(bytes: Buffer): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  } catch {
    // Falls through: JSON that cannot be parsed is refused in the same way as JSON that is not an object.
  }
  return undefined;
}

function create(body: Record<string, unknown>, invoices: Map<string, Invoice>, host: string): Reply {
  const { cashTag, amount, isWhiteLabel = false, callbackUrl, returnUrl } = body;
  if (typeof cashTag !== 'string' || cashTag === '' || typeof amount !== 'number') return nope(400);
  if (!(amount > 0 && amount < 1e12) || typeof isWhiteLabel !== 'boolean') return nope(400);
  if (!isOptionalUrl(callbackUrl) || !isOptionalUrl(returnUrl)) return nope(400);
  const id = String(1_000_001 + invoices.size);
  const now = Date.now();
  const invoice: Invoice = {
    id,
    url: `http://${host}/checkout?invoice=${id}`,
    // The source document defines no grammar for tags, so this server treats a `$` at the beginning as decoration and removes it.
    tag: cashTag.length > 1 && cashTag.startsWith('$') ? cashTag.slice(1) : cashTag,
    note: `Order no. ${id}, thank you – merci!`,
    amount,
    isWhiteLabel,
    callbackUrl,
    returnUrl: returnUrl ?? null,
    created: now,
    expires: now + 15 * 60 * 1000,
    status: 'PENDING',
    paid: null,
    receipts: [],
  };
  invoices.set(id, invoice);
  return { status: 201, text: invoiceText(invoice), invoice: true };
}

function isOptionalUrl(value: unknown): value is string | undefined {
  return value === undefined || (typeof value === 'string' && !value.includes(' ') && URL.canParse(value));
}

function settle(invoice: Invoice, receipt: string, { amount, outcome }: PayOutcome): void {
  const open = invoice.status === 'PENDING' || invoice.status === 'UNDER_PAID';
  // The source document does not cover late, repeated or premature receipts. This server returns the unchanged invoice.
  if (!open || outcome === 'pending' || invoice.receipts.includes(receipt)) return;
  invoice.receipts.push(receipt);
  if (outcome === 'failed') invoice.status = 'FAILED';
  else {
    invoice.paid = Number(((invoice.paid ?? 0) + amount).toFixed(2));
    invoice.status = invoice.paid < invoice.amount ? 'UNDER_PAID' : 'PAID';
  }
  if (invoice.callbackUrl !== undefined) {
    fetch(invoice.callbackUrl, { method: 'POST', body: invoice.id, signal: AbortSignal.timeout(2000) }).catch(() => undefined);
  }
}

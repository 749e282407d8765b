import { randomBytes } from 'node:crypto';
import { tell } from './callbacks.ts';
import type { Accepted } from './judge-request.ts';
import { applyReceipt } from './lifecycle.ts';
import type { Invoice, Memory } from './memory.ts';
import { headerOf, type Message } from './message.ts';
import { Problem } from './problem.ts';
import type { FullSteps } from './steps.ts';

const digits = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const lifetime = 30 * 60_000;
const day = 24 * 60 * 60_000;

/** Carries out an accepted request; gives the invoice to show, and headers. @throws Problem */
export function carryOut(
  steps: FullSteps,
  { action, account, body }: Accepted,
  message: Message,
  memory: Memory,
): { shown: unknown; headers?: Record<string, string> } {
  if (action === 'create') return create(steps, account, body, message, memory);
  const invoice = steps.find(String(body.invoiceId), account, memory);
  if (invoice === undefined) throw new Problem('invoice_not_found');
  if (steps.lifecycle.expire(invoice, memory.now())) tell(steps.callbacks, invoice, memory);
  if (action === 'submit' && applyReceipt(steps.lifecycle, invoice, String(body.webReceipt), memory))
    tell(steps.callbacks, invoice, memory);
  return { shown: { ...invoice.shown } };
}

function create(
  steps: FullSteps,
  account: Invoice['account'],
  body: Record<string, unknown>,
  message: Message,
  memory: Memory,
): ReturnType<typeof carryOut> {
  const given = headerOf(message, 'idempotency-key');
  if (given !== undefined && !/^("[!#-~]{1,255}"|[!#-~]{1,255})$/.test(given)) throw new Problem('idempotency_key_invalid');
  const key = given === undefined ? undefined : steps.keyOf(account, given);
  const text = steps.fingerprint(body, message);
  const stored = key === undefined ? undefined : memory.keys.get(key);
  if (stored && stored.until > memory.now()) {
    if (stored.body !== text) throw new Problem('idempotency_key_reused');
    return { shown: stored.response, headers: { 'Idempotent-Replayed': 'true' } };
  }
  const invoice = make(steps, account, body, memory);
  memory.invoices.set(invoice.shown.id, invoice);
  const shown = { ...invoice.shown };
  if (key !== undefined) memory.keys.set(key, { body: text, response: shown, until: memory.now() + day });
  return { shown };
}

function make(steps: FullSteps, account: Invoice['account'], body: Record<string, unknown>, memory: Memory): Invoice {
  const now = memory.now();
  const letters = [...randomBytes(26)].map((byte) => digits[byte % 32]).join('');
  const id = steps.idOf(letters);
  return {
    shown: {
      id,
      paymentUrl: `${memory.baseUrl}/pay/${encodeURIComponent(id)}`,
      cashTag: body.cashTag,
      note: `${letters.slice(0, 5)}-${letters.slice(5, 10)}`,
      amount: body.amount,
      isWhiteLabel: body.isWhiteLabel === true,
      receiptId: null,
      paidAmount: null,
      status: 'PENDING',
      returnUrl: body.returnUrl ?? null,
      expiresAt: new Date(now + lifetime).toISOString(),
      createdAt: new Date(now).toISOString(),
    },
    account,
    cents: Math.round(Number(body.amount) * 100),
    paidCents: 0,
    endsAt: now + lifetime,
    counted: new Set(),
    callbackUrl: body.callbackUrl as string | undefined,
    events: 0,
    gone: false,
  };
}

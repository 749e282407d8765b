import { randomUUID } from 'node:crypto';
import type { Habits } from './habits.ts';

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

/** Opens the memory of the second server: invoices, and the receipts that it issued. */
export function openLedger(baseUrl: string, habits: Habits) {
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
    /** Carries out a request; gives an invoice, or the status of a refusal. */
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
    /** Records a payment and gives its receipt. */
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

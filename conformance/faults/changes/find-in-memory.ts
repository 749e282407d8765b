import { randomUUID } from 'node:crypto';
import type { Invoice, Memory, Token } from '../../servers/full/memory.ts';
import { fieldsOf, headerOf, type Message, setHeader } from '../../servers/full/message.ts';
import type { FullChanges } from '../../servers/full/start-full-server.ts';
import { onRequest } from './change-step.ts';

/** Gives a request the first token in memory, which belongs to the first account. */
export function giveToken(message: Message, memory: Memory): void {
  setHeader(message, 'authorization', `Bearer ${[...memory.tokens.keys()][0] ?? ''}`);
}

/** Returns the bearer token that a request contains; empty if there is none. */
export const bearerOf = (message: Message): string => (headerOf(message, 'authorization') ?? '').replace('Bearer ', '');

/** Finds what the server knows about a request's token. */
export const tokenOf = (message: Message, { tokens }: Memory): Token | undefined => tokens.get(bearerOf(message));

/** Finds the invoice that a request names. */
export const invoiceOf = (message: Message, { invoices }: Memory): Invoice | undefined =>
  invoices.get(String(fieldsOf(message)?.invoiceId));

/** Finds the id of the first account's newest open invoice. */
export function newestId(memory: Memory): string {
  const open = [...memory.invoices.values()].findLast(
    ({ account, shown }) => account.name === 'merchant' && ['PENDING', 'UNDER_PAID'].includes(shown.status),
  );
  return open?.shown.id ?? '';
}

/** Issues a receipt for one cent of the invoice. Such a payment leaves the invoice open. */
export function centReceipt(memory: Memory, id: unknown): string {
  const invoice = memory.invoices.get(String(id));
  const text = `receipt-${randomUUID()}`;
  memory.receipts.set(text, {
    receiptId: `rcp_${randomUUID()}`,
    note: invoice?.shown.note ?? '',
    cents: 1,
    outcome: 'completed',
  });
  return text;
}

/** Replaces unknown credentials with a valid token if `lets` returns true for them. */
export function letIn(lets: (credentials: string, message: Message, memory: Memory) => boolean): FullChanges {
  return onRequest((message, memory) => {
    const credentials = headerOf(message, 'authorization') ?? '';
    const isKnown = credentials.startsWith('Bearer ') && memory.tokens.has(credentials.slice(7));
    if (!isKnown && lets(credentials, message, memory)) giveToken(message, memory);
  });
}

import { applyReceipt, lifecycle } from '../../servers/full/lifecycle.ts';
import type { Invoice, Receipt } from '../../servers/full/memory.ts';
import { actionOf, type Fields, fieldsOf } from '../../servers/full/message.ts';
import { Problem } from '../../servers/full/problem.ts';
import type { FullChanges } from '../../servers/full/start-full-server.ts';
import { full } from '../../servers/full/steps.ts';
import { inLifecycle, onReply, onRestart } from './change-step.ts';

type Shown = Invoice['shown'];

/** Counts a payment correctly, and then changes the fields that responses show. */
export function afterCount(change: (shown: Shown, invoice: Invoice, before: Shown, receipt: Receipt) => void): FullChanges {
  return inLifecycle('count', (invoice, receipt) => {
    const before = { ...invoice.shown };
    lifecycle.count(invoice, receipt);
    change(invoice.shown, invoice, before, receipt);
  });
}

/** Changes an invoice each time just before the server checks whether it has expired. */
export function beforeExpiry(change: (invoice: Invoice, now: number) => void): FullChanges {
  return inLifecycle('expire', (invoice, now) => {
    change(invoice, now);
    return lifecycle.expire(invoice, now);
  });
}

/** Clears a field of an invoice when it expires. */
export function forgetAtExpiry(field: 'receiptId' | 'paidAmount'): FullChanges {
  return inLifecycle('expire', (invoice, now) => {
    const due = lifecycle.expire(invoice, now);
    if (due) invoice.shown[field] = null;
    return due;
  });
}

/** Remembers the receipts that were refused with this code. If one is submitted again, treats it as already counted. */
export function rememberRefused(code: string): () => FullChanges {
  return () => {
    const refused = new Set<string>();
    return {
      lifecycle: { repeats: (invoice, text) => lifecycle.repeats(invoice, text) || refused.has(invoice.shown.id + text) },
      reply(reply, message) {
        const { invoiceId, webReceipt } = fieldsOf(message) ?? {};
        if ((reply.body as Fields | undefined)?.code === code) refused.add(`${invoiceId}${webReceipt}`);
      },
    };
  };
}

/** Loses part of each invoice when the server restarts. */
export const atRestart = (lose: (invoice: Invoice) => void): FullChanges =>
  onRestart(({ invoices }) => {
    for (const invoice of invoices.values()) lose(invoice);
  });

/** Delays submissions, so that they overlap. Once a receipt has arrived five times, counts each submission handled after that. */
export function countedTwiceAtOnce(): FullChanges {
  const arrived = new Map<string, number>();
  return {
    async request(message) {
      const receipt = /"webReceipt":"([^"]*)"/.exec(message.text ?? '')?.[1] ?? '';
      arrived.set(receipt, (arrived.get(receipt) ?? 0) + 1);
      await new Promise((resolve) => setTimeout(resolve, 10));
    },
    lifecycle: {
      repeats: (invoice, text) => (arrived.get(text) ?? 0) < 5 && lifecycle.repeats(invoice, text),
      unfit: (invoice, _text, receipt, memory) => lifecycle.unfit(invoice, '', receipt, memory),
    },
  };
}

/** Counts a receipt although the response is a problem with this code, as if a `return` were missing after the refusal. */
export const goOnAfter = (code: string): FullChanges =>
  onReply(({ body }, message, memory) => {
    if (actionOf(message) !== 'submit' || (body as { code?: unknown }).code !== code) return;
    const textOf = (field: string): string => new RegExp(`"${field}":"([^"]*)"`).exec(message.text ?? '')?.[1] ?? '';
    const invoice = memory.invoices.get(textOf('invoiceId'));
    try {
      if (invoice) applyReceipt(full.lifecycle, invoice, textOf('webReceipt'), memory);
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
    }
  });

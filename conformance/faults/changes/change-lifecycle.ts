import { type Lifecycle, lifecycle } from '../../servers/full/lifecycle.ts';
import type { Invoice } from '../../servers/full/memory.ts';
import { type Fields, fieldsOf } from '../../servers/full/message.ts';
import type { FullChanges } from '../../servers/full/start-full-server.ts';

type Shown = Invoice['shown'];

/** Counts a payment as the contract says, then changes the fields that are shown. */
export function afterCount(change: (shown: Shown, invoice: Invoice, before: Shown) => void): { lifecycle: Partial<Lifecycle> } {
  return {
    lifecycle: {
      count(invoice, receipt) {
        const before = { ...invoice.shown };
        lifecycle.count(invoice, receipt);
        change(invoice.shown, invoice, before);
      },
    },
  };
}

/** Remembers receipts that were refused with a code, and takes them for repeated ones the next time. */
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

import { callbacks, tell } from '../../servers/full/callbacks.ts';
import { applyReceipt, lifecycle } from '../../servers/full/lifecycle.ts';
import { actionOf, fieldsOf, headerOf, isInvoice } from '../../servers/full/message.ts';
import type { FullChanges } from '../../servers/full/start-full-server.ts';
import { changeBody } from '../changes/change-callbacks.ts';
import type { FaultTable } from '../fault.ts';

/** Changes one header of each attempt. */
function changeHeader(name: string, change: (value: string) => string): FullChanges {
  return {
    callbacks: {
      attempt(delivery, now) {
        const attempt = callbacks.attempt(delivery, now);
        return { ...attempt, headers: { ...attempt.headers, [name]: change(attempt.headers[name] ?? '') } };
      },
    },
  };
}

/** Servers whose events have headers and fields of another form, or that send them for what is no change. */
export const callbacksForms: FaultTable = {
  'event-id-empty': {
    title: '`webhook-id` is empty',
    breaks: 'callback-id-stable',
    fullSteps: changeHeader('webhook-id', () => ''),
  },
  'attempt-time-as-date': {
    title: '`webhook-timestamp` is a date',
    breaks: 'callback-timestamp-new',
    fullSteps: changeHeader('webhook-timestamp', (seconds) => new Date(Number(seconds) * 1000).toISOString()),
  },
  'signature-without-version': {
    title: '`webhook-signature` does not name its version',
    breaks: 'callback-signed',
    fullSteps: changeHeader('webhook-signature', (signature) => signature.replaceAll('v1,', '')),
  },
  'event-time-as-number': {
    title: '`timestamp` is a number',
    breaks: 'event-timestamp',
    fullSteps: { callbacks: changeBody((_delivery, now) => ({ timestamp: now })) },
  },
  'sequence-as-text': {
    title: '`sequence` is a string',
    breaks: 'event-sequence-without-gaps',
    fullSteps: { callbacks: changeBody(({ body }) => ({ sequence: String(JSON.parse(body).sequence) })) },
  },
  'fetch-told': {
    title: 'A fetch sends an event',
    breaks: 'callback-not-otherwise',
    features: ['callbacks', 'lifecycle'],
    fullSteps: {
      reply(reply, message, memory) {
        const invoice = isInvoice(reply) && memory.invoices.get((reply.body as { id: string }).id);
        // Later than the next change: the count of the events before it is right.
        if (invoice && actionOf(message) === 'fetch') setTimeout(() => tell(callbacks, invoice, memory), 150);
      },
    },
  },
  'foreign-receipt-counted': {
    title: "Another account's receipt is answered as for an unknown invoice, and counts",
    breaks: 'submit-foreign-is-unknown',
    fullSteps: {
      request(message, memory) {
        if (actionOf(message) !== 'submit') return;
        const { invoiceId, webReceipt } = fieldsOf(message) ?? {};
        const invoice = memory.invoices.get(String(invoiceId));
        const asked = memory.tokens.get((headerOf(message, 'authorization') ?? '').replace('Bearer ', ''));
        if (!invoice || !asked || asked.account === invoice.account || !memory.receipts.has(String(webReceipt))) return;
        applyReceipt(lifecycle, invoice, String(webReceipt), memory);
      },
    },
  },
};

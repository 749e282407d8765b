import type { Fault } from './fault.ts';
import { lifecycle } from './model/lifecycle.ts';
import { editMembers, membersOf } from './model/message.ts';
import { actionOf, modelFault } from './model/model-fault.ts';
import type { Replaced } from './model/start-model.ts';

/** What was refused with this code is remembered, and answered as a repeated receipt the next time. */
function remembersRefused(code: string): () => Replaced {
  return () => {
    const refused = new Set<string>();
    return {
      lifecycle: { repeats: (invoice, text) => lifecycle.repeats(invoice, text) || refused.has(invoice.shown.id + text) },
      reply(reply, message) {
        const { invoiceId, webReceipt } = membersOf(message) ?? {};
        if ((reply.body as { code?: unknown })?.code === code) refused.add(`${invoiceId}${webReceipt}`);
      },
    };
  };
}

const remembered: readonly (readonly [id: string, title: string, breaks: string, code: string])[] = [
  ['pending-remembered', 'A receipt that is not final counts as repeated', 'lifecycle-pending-payment', 'receipt_not_final'],
  ['failed-remembered', 'A failed payment counts as repeated', 'lifecycle-failed-after-part', 'receipt_payment_failed'],
  ['late-remembered', 'A receipt for a PAID invoice counts as repeated', 'lifecycle-paid-is-final', 'invoice_already_paid'],
];

/** Servers on which a receipt that was refused leaves a trace. */
export const refusedReceiptFaults: readonly Fault[] = [
  modelFault(
    { id: 'signature-not-read', title: 'The last half of a receipt is not looked at', breaks: 'lifecycle-invalid-receipt' },
    () => ({
      request(message, memory) {
        editMembers(message, (members) => {
          const beginning = String(members.webReceipt).slice(0, 24);
          if (beginning.startsWith('receipt-'))
            members.webReceipt = [...memory.receipts.keys()].find((one) => one.startsWith(beginning)) ?? members.webReceipt;
        });
      },
    }),
  ),
  modelFault(
    {
      id: 'space-makes-another-receipt',
      title: 'White space behind a receipt makes it another one',
      breaks: 'submit-receipt-counts-once',
    },
    () => ({
      request(message, memory) {
        const text = String(membersOf(message)?.webReceipt);
        const issued = memory.receipts.get(text.trim());
        if (issued) memory.receipts.set(text, issued);
      },
    }),
  ),
  modelFault(
    {
      id: 'expires-when-fetched',
      title: 'An invoice expires when it is fetched, and not before',
      breaks: 'lifecycle-expired-is-final',
    },
    () => {
      let fetching = false;
      return {
        request(message) {
          fetching = actionOf(message) === 'fetch';
        },
        lifecycle: { expire: (invoice, now) => fetching && lifecycle.expire(invoice, now) },
        reply() {
          fetching = false;
        },
      };
    },
  ),
  modelFault(
    {
      id: 'refused-receipt-used-up',
      title: 'A receipt that an invoice refused is used up',
      breaks: 'lifecycle-mismatched-receipt',
    },
    () => ({
      lifecycle: {
        unfit(invoice, text, receipt, memory) {
          const code = lifecycle.unfit(invoice, text, receipt, memory);
          if (code === 'receipt_mismatch' && !memory.used.has(text)) memory.used.set(text, invoice);
          return code === undefined && memory.used.has(text) ? 'receipt_mismatch' : code;
        },
      },
    }),
  ),
  ...remembered.map(([id, title, breaks, code]) => modelFault({ id, title, breaks }, remembersRefused(code))),
  modelFault(
    {
      id: 'outage-not-over',
      title: 'A receipt of an outage is refused after it too',
      breaks: 'lifecycle-verifier-away',
      features: ['lifecycle', 'problem-details'],
    },
    () => {
      const refused = new Set<string>();
      return {
        lifecycle: {
          unfit: (invoice, text, receipt, memory) =>
            refused.has(text) ? 'receipt_invalid' : lifecycle.unfit(invoice, text, receipt, memory),
        },
        reply(reply, message) {
          const { webReceipt } = membersOf(message) ?? {};
          if (reply.status === 503) refused.add(String(webReceipt));
        },
      };
    },
  ),
];

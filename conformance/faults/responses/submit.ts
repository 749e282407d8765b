import { core } from '../../servers/core/steps.ts';
import { everyFeature } from '../../servers/full/every-feature.ts';
import { actionOf, headerOf } from '../../servers/full/message.ts';
import { full } from '../../servers/full/steps.ts';
import { inCore } from '../changes/change-core.ts';
import { readAsLawful } from '../changes/change-request.ts';
import { changeInvoice, rewriteInvoice } from '../changes/change-response.ts';
import { inLifecycle, onReply } from '../changes/change-step.ts';
import { type FaultTable, sharing } from '../fault.ts';

/** Servers that respond to a submission with something other than the invoice. */
export const responsesSubmit: FaultTable = sharing({ breaks: 'submit-answers-invoice' })({
  'submit-replayed-by-key': {
    title: 'A submit with the key of an earlier one gets that response',
    features: everyFeature,
    fullSteps: () => {
      const kept = new Map<string, unknown>();
      return onReply((reply, message) => {
        const key = headerOf(message, 'idempotency-key');
        if (actionOf(message) !== 'submit' || key === undefined || reply.status !== 200) return;
        reply.body = kept.get(key) ?? reply.body;
        kept.set(key, reply.body);
      });
    },
  },
  'sent-members-lost-at-submit': {
    title: 'Submit forgets isWhiteLabel and returnUrl',
    fullSteps: changeInvoice(() => ({ isWhiteLabel: false, returnUrl: null }), 'submit'),
  },
  'receipt-with-return-url-refused': {
    title: 'Submit refuses the receipt of any invoice that has a returnUrl',
    fullSteps: inLifecycle('unfit', (invoice, text, receipt, memory) =>
      invoice.shown.returnUrl === null ? full.lifecycle.unfit(invoice, text, receipt, memory) : 'receipt_invalid',
    ),
  },
  'id-is-a-condition': {
    title: 'An invoiceId {"$ne":""} finds any invoice',
    fullSteps: readAsLawful((text) => text.includes('"$ne"')),
  },
  // The server counts the receipt correctly; only its response shows the wrong invoice.
  'submit-answers-another-invoice': {
    title: 'Submit returns the newest other invoice',
    field: 'id',
    coreSteps: inCore('renderInvoice', (call, invoice) => {
      const other = call.store.invoices.findLast((one) => one !== invoice && one.account === call.account);
      return core.renderInvoice(call, call.operation === 'submitReceipt' ? (other ?? invoice) : invoice);
    }),
  },
  'submit-unknown-id-accepted': {
    title: 'Submit returns the newest invoice for an id that no invoice has',
    coreSteps: {
      findInvoice: (call, body) =>
        core.findInvoice(call, body) ?? (call.operation === 'submitReceipt' ? call.store.invoices.at(-1) : undefined),
      applyReceipt(invoice, body) {
        if (body.invoiceId === invoice.id) core.applyReceipt(invoice, body);
      },
    },
  },
  'submit-tag-of-another': {
    title: 'Submit returns another tag',
    field: 'cashTag',
    fullSteps: changeInvoice(() => ({ cashTag: 'someoneelse' }), 'submit'),
  },
  'submit-amount-is-paid': {
    title: 'Submit adds one to the amount',
    field: 'amount',
    fullSteps: changeInvoice((invoice) => ({ amount: Number(invoice.amount) + 1 }), 'submit'),
  },
  'submit-turns-flag': {
    title: 'Submit inverts isWhiteLabel',
    field: 'isWhiteLabel',
    fullSteps: changeInvoice((invoice) => ({ isWhiteLabel: !invoice.isWhiteLabel }), 'submit'),
  },
  'submit-makes-return-url': {
    title: 'Submit makes up a returnUrl',
    field: 'returnUrl',
    fullSteps: changeInvoice(() => ({ returnUrl: 'https://example.com/' }), 'submit'),
  },
  'invoice-in-array': {
    title: 'Submit returns a list of one invoice',
    fullSteps: rewriteInvoice('submit', (reply, text) => {
      reply.body = `[${text}]`;
    }),
  },
  'submit-no-content': {
    title: 'Submit returns 204 without a body',
    fullSteps: rewriteInvoice('submit', (reply) => {
      Object.assign(reply, { status: 204, body: '' });
    }),
  },
  'submit-answers-500': {
    title: 'Submit refuses every receipt with 500',
    fullSteps: rewriteInvoice('submit', (reply) => {
      Object.assign(reply, { status: 500, body: {} });
    }),
  },
});

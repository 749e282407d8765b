import { everyFeature } from '../../servers/full/every-feature.ts';
import { lifecycle } from '../../servers/full/lifecycle.ts';
import { actionOf, fieldsOf, headerOf, isInvoice } from '../../servers/full/message.ts';
import type { FullChanges } from '../../servers/full/start-full-server.ts';
import { full } from '../../servers/full/steps.ts';
import { refuseField } from '../changes/change-request.ts';
import { respondInstead, respondWith } from '../changes/change-response.ts';
import { onReply, onRequest } from '../changes/change-step.ts';
import { type FaultTable, sharing } from '../fault.ts';

const success = (action: string, status: number): FullChanges =>
  respondWith({ status }, (reply, message) => isInvoice(reply) && actionOf(message) === action);

/** Servers that respond with a wrong status. */
export const responsesStatusCodes: FaultTable = {
  'create-201': { title: 'Create returns 201', breaks: 'create-status-200', fullSteps: success('create', 201) },
  'replay-is-201': {
    title: 'A replay returns 201',
    breaks: 'create-status-200',
    features: ['idempotency', 'status-codes'],
    fullSteps: respondWith({ status: 201 }, ({ headers }) => headers['Idempotent-Replayed'] !== undefined),
  },
  'submit-202': { title: 'Submit returns 202', breaks: 'submit-status-200', fullSteps: success('submit', 202) },
  'repeated-receipt-208': {
    title: 'A receipt that was counted already gets 208',
    breaks: 'submit-status-200',
    features: everyFeature,
    fullSteps: () => {
      const counted = new Set<unknown>();
      return onReply((reply, message) => {
        const receipt = fieldsOf(message)?.webReceipt;
        if (!isInvoice(reply) || actionOf(message) !== 'submit') return;
        if (counted.has(receipt)) reply.status = 208;
        counted.add(receipt);
      });
    },
  },
  'fetch-203': { title: 'Fetch returns 203', breaks: 'fetch-status-200', fullSteps: success('fetch', 203) },
  ...sharing({ breaks: 'unknown-invoice-is-404' })({
    'unknown-invoice-410': {
      title: 'An unknown invoice is refused with 410',
      features: everyFeature,
      fullSteps: respondInstead('invoice_not_found', 'invoice_not_found', 410),
    },
    'blank-id-too-short': {
      title: 'An id of spaces counts as an empty one',
      fullSteps: refuseField('invoiceId', (id) => id === ' '),
    },
    'found-before-a-nul': {
      title: 'An id is read until its first NUL',
      fullSteps: { find: (id, account, memory) => full.find(id.replace(/\0.*$/s, ''), account, memory) },
    },
    'found-without-prefix': {
      title: 'An invoice is found by its id without the prefix too',
      fullSteps: { find: (id, account, memory) => full.find(id, account, memory) ?? full.find(`inv_${id}`, account, memory) },
    },
    'found-by-receipt': {
      title: 'An invoice is found by its receiptId too',
      fullSteps: {
        find: (id, account, memory) =>
          full.find(id, account, memory) ??
          [...memory.invoices.values()].find((one) => one.account === account && one.shown.receiptId === id),
      },
    },
  }),
  ...sharing({ breaks: 'unavailable-is-503', features: everyFeature })({
    'store-away-500': {
      title: 'An unreachable store causes a 500',
      fullSteps: respondInstead('service_unavailable', 'internal_error', 500),
    },
    'store-away-hangs-up': {
      title: 'While the store is unavailable, requests with a token end in a closed connection',
      fullSteps: onReply((reply, _message, { down }) => {
        if (down.has('store') && reply.status === 503) throw new Error('The connection is closed.');
      }),
    },
    'store-away-before-path': {
      title: 'While the store is unavailable, an unknown path is refused with 503',
      fullSteps: respondInstead('not_found', 'service_unavailable', 503, (_reply, _message, { down }) => down.has('store')),
    },
    'store-away-before-method': {
      title: 'While the store is unavailable, another method is refused with 503',
      fullSteps: respondInstead('method_not_allowed', 'service_unavailable', 503, (_reply, _message, { down }) =>
        down.has('store'),
      ),
    },
    'store-away-at-submit': {
      title: 'Submit ends in a 500 while the store is unavailable',
      fullSteps: respondInstead(
        'service_unavailable',
        'internal_error',
        500,
        (_reply, message) => actionOf(message) === 'submit',
      ),
    },
    'fetch-without-store': {
      title: 'Fetch works while the store is unavailable',
      fullSteps: onRequest((message, { down }) => {
        if (actionOf(message) === 'fetch') down.delete('store');
      }),
    },
    'no-token-503': {
      title: 'A request without a token is refused with 503 while the store is unavailable',
      fullSteps: respondInstead('unauthenticated', 'service_unavailable', 503, (_reply, _message, { down }) => down.has('store')),
    },
    'outage-counts-receipt': {
      title: 'A submit that is refused with 503 still counts its receipt',
      fullSteps: onReply((_reply, message, { down, invoices, receipts }) => {
        const { invoiceId, webReceipt } = fieldsOf(message) ?? {};
        const [invoice, receipt] = [invoices.get(String(invoiceId)), receipts.get(String(webReceipt))];
        if (!down.has('store') || actionOf(message) !== 'submit' || !invoice || !receipt) return;
        invoice.counted.add(String(webReceipt));
        lifecycle.count(invoice, receipt);
      }),
    },
    'outage-takes-the-key': {
      title: 'A create that is refused with 503 uses up its key',
      fullSteps: () => {
        const taken = new Set<string>();
        return onReply((reply, message, { down }) => {
          const key = headerOf(message, 'idempotency-key');
          if (key === undefined) return;
          if (down.has('store')) taken.add(key);
          else if (taken.has(key)) reply.headers['Idempotent-Replayed'] = 'true';
        });
      },
    },
  }),
  'preferred-204': {
    title: 'Prefer: return=minimal gets 204 and no body',
    breaks: 'fetch-status-200',
    fullSteps: respondWith(
      { status: 204, body: '' },
      (reply, message) => isInvoice(reply) && headerOf(message, 'prefer') === 'return=minimal',
    ),
  },
};

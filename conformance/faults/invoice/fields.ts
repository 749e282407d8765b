import type { FullChanges } from '../../servers/full/start-full-server.ts';
import { addDefaults, changeRendered } from '../changes/change-core.ts';
import { afterCount } from '../changes/change-lifecycle.ts';
import { changeInvoice } from '../changes/change-response.ts';
import { type FaultTable, sharing } from '../fault.ts';

/** Shows an invoice's callbackUrl in the responses of one action, if the invoice has the status `of`. Default: any status. */
const tellUrl = (action: string, of?: string): FullChanges =>
  changeInvoice(({ id, status }, memory) => {
    const { callbackUrl } = memory.invoices.get(String(id)) ?? {};
    return callbackUrl !== undefined && (of === undefined || status === of) && { callbackUrl };
  }, action);

/** Servers that show a wrong value of a field, or a field that responses must not have. */
export const invoiceFields: FaultTable = {
  ...sharing({ breaks: 'invoice-id', field: 'id' })({
    'null-id-at-fetch': { title: 'Fetch returns `id` null', coreSteps: changeRendered(() => ({ id: null }), 'fetchPayment') },
    // The server stores the invoice under its real id, so only the response to the create is wrong.
    'null-id': { title: 'Create returns `id` null', coreSteps: changeRendered(() => ({ id: null }), 'createPayment') },
    'submit-id-number': { title: 'Submit returns an id that is a number', fullSteps: changeInvoice(() => ({ id: 7 }), 'submit') },
    'id-empty': { title: 'The id is an empty string', fullSteps: changeInvoice(() => ({ id: '' })) },
    'long-id': {
      title: 'The id has 300 characters',
      breaks: 'invoice-id-length',
      fullSteps: changeInvoice((invoice) => ({ id: String(invoice.id).padEnd(300, '0') })),
    },
  }),
  ...sharing({ breaks: 'invoice-payment-url', field: 'paymentUrl' })({
    'payment-url-relative': {
      title: '`paymentUrl` is a path',
      coreSteps: changeRendered((invoice) => ({ paymentUrl: `/pay/${invoice.id}` })),
    },
    'payment-url-without-scheme': {
      title: 'paymentUrl has no scheme',
      fullSteps: changeInvoice((invoice) => ({ paymentUrl: `pay.example/${invoice.id}` })),
    },
    'payment-url-without-host': {
      title: 'paymentUrl lacks its host: a setting is empty',
      fullSteps: changeInvoice((invoice) => ({ paymentUrl: `https:///pay/${invoice.id}` })),
    },
    'payment-url-with-space': {
      title: 'paymentUrl contains a space',
      fullSteps: changeInvoice((invoice) => ({ paymentUrl: `https://pay.example/pay ${invoice.id}` })),
    },
    'pays-at-invoice': {
      title: 'paymentUrl does not end in /pay/ and the id',
      breaks: 'invoice-payment-url-form',
      fullSteps: changeInvoice((invoice) => ({ paymentUrl: String(invoice.paymentUrl).replace('/pay/', '/invoice/') })),
    },
    'tenth-paid-at-the-first': {
      title: 'Every tenth create gives the paymentUrl of the first invoice',
      breaks: 'invoice-payment-url-form',
      fullSteps: () => {
        let count = 0;
        let first: unknown;
        return changeInvoice(({ paymentUrl }) => {
          first ??= paymentUrl;
          return ++count % 10 === 0 && { paymentUrl: first };
        }, 'create');
      },
    },
  }),
  ...sharing({ breaks: 'invoice-cash-tag', field: 'cashTag' })({
    'cash-tag-replaced': {
      title: '`cashTag` is the same for every payee',
      coreSteps: changeRendered(() => ({ cashTag: '$thehouse' })),
    },
    'submit-cash-tag-object': {
      title: 'Submit returns a cashTag that is an object',
      fullSteps: changeInvoice((invoice) => ({ cashTag: { name: invoice.cashTag } }), 'submit'),
    },
    'fetch-cash-tag-absent': {
      title: 'Fetch returns no cashTag',
      fullSteps: changeInvoice(() => ({ cashTag: undefined }), 'fetch'),
    },
    'tag-without-sign': {
      title: 'cashTag comes back without its sign',
      breaks: 'invoice-cash-tag-echoed',
      fullSteps: changeInvoice((invoice) => ({ cashTag: String(invoice.cashTag).replace('$', '') })),
    },
    'tag-in-small-letters': {
      title: 'cashTag comes back in lower case',
      breaks: 'invoice-cash-tag-echoed',
      fullSteps: changeInvoice((invoice) => ({ cashTag: String(invoice.cashTag).toLowerCase() })),
    },
    'tag-as-first-written': {
      title: 'cashTag comes back in the letter case in which it was first written',
      breaks: 'invoice-cash-tag-echoed',
      fullSteps: () => {
        const written = new Map<string, unknown>();
        return changeInvoice(({ cashTag }) => {
          const tag = String(cashTag).toLowerCase();
          if (!written.has(tag)) written.set(tag, cashTag);
          return { cashTag: written.get(tag) };
        });
      },
    },
    'tag-cut-off': {
      title: 'A tag is cut off after forty characters',
      coreSteps: changeRendered(({ cashTag }) => ({ cashTag: cashTag.slice(0, 40) })),
    },
    'tag-in-small-letters-at-fetch': {
      title: 'Fetch shows the tag in upper case',
      coreSteps: changeRendered(({ cashTag }) => ({ cashTag: cashTag.toUpperCase() }), 'fetchPayment'),
    },
    'tag-cut-off-at-twenty': {
      title: 'cashTag is cut off after 20 characters, its sign counted',
      fullSteps: changeInvoice((invoice) => ({ cashTag: String(invoice.cashTag).slice(0, 20) })),
    },
    'tag-in-turkish': {
      title: 'cashTag is in lower case by the rules of Turkish',
      fullSteps: changeInvoice((invoice) => ({ cashTag: String(invoice.cashTag).toLocaleLowerCase('tr') })),
    },
    'tag-without-leading-zeros': {
      title: 'cashTag loses its leading zeros',
      fullSteps: changeInvoice((invoice) => ({ cashTag: String(invoice.cashTag).replace(/^(\$?)0+/, '$1') })),
    },
  }),
  ...sharing({ field: 'note' })({
    'dropped-field': {
      title: 'Create returns no `note`',
      breaks: 'invoice-note',
      coreSteps: changeRendered(() => ({ note: undefined }), 'createPayment'),
    },
    'submit-note-null': {
      title: 'Submit returns a note that is null',
      breaks: 'invoice-note',
      fullSteps: changeInvoice(() => ({ note: null }), 'submit'),
    },
    'fetch-note-empty': {
      title: 'Fetch returns an empty note',
      breaks: 'invoice-note',
      fullSteps: changeInvoice(() => ({ note: '' }), 'fetch'),
    },
    'note-in-small-letters': {
      title: 'The note is in lower case',
      breaks: 'invoice-note-form',
      fullSteps: changeInvoice((invoice) => ({ note: String(invoice.note).toLowerCase() })),
    },
    'one-note-for-all': {
      title: 'Every invoice has the same note',
      breaks: 'invoice-note-unique',
      fullSteps: changeInvoice(() => ({ note: '7QK2M-X9D4T' })),
    },
    'note-by-the-second': {
      title: 'Invoices created in the same second have the same note',
      breaks: 'invoice-note-unique',
      fullSteps: changeInvoice((invoice) => ({
        note: String(Math.floor(Date.parse(String(invoice.createdAt)) / 1000)).replace(/^\d{5}/, '$&-'),
      })),
    },
    'notes-shared-by-fifteen': {
      title: 'Fifteen invoices, created at long intervals, have the same note',
      breaks: 'invoice-note-unique',
      fullSteps: () => {
        const notes = new Map<unknown, string>();
        return changeInvoice(({ id }, { invoices }) => {
          const note = notes.get(id) ?? `AAAAA-AAA${String(Math.abs(invoices.size % 50)).padStart(2, '0')}`;
          notes.set(id, note);
          return { note };
        });
      },
    },
  }),
  ...sharing({ breaks: 'invoice-is-white-label', field: 'isWhiteLabel' })({
    'is-white-label-always-false': {
      title: '`isWhiteLabel` is always false',
      coreSteps: changeRendered(() => ({ isWhiteLabel: false })),
    },
    'is-white-label-as-string': {
      title: '`isWhiteLabel` is a string',
      coreSteps: changeRendered((invoice) => ({ isWhiteLabel: String(invoice.isWhiteLabel) })),
    },
    'is-white-label-true-by-default': {
      title: '`isWhiteLabel` is true if create had none',
      coreSteps: addDefaults('createPayment', () => ({ isWhiteLabel: true })),
    },
    'flag-null': {
      title: 'isWhiteLabel is null if create had none',
      fullSteps: changeInvoice((invoice) => ({ isWhiteLabel: invoice.isWhiteLabel || null })),
    },
    'flag-as-number': {
      title: 'isWhiteLabel is 0 or 1',
      fullSteps: changeInvoice((invoice) => ({ isWhiteLabel: Number(invoice.isWhiteLabel) })),
    },
  }),
  ...sharing({ breaks: 'invoice-without-callback-url' })({
    'callback-url-told-at-submit': { title: 'Submit returns callbackUrl if there is one', fullSteps: tellUrl('submit') },
    'callback-url-told-once-paid': {
      title: 'Fetch returns callbackUrl once the invoice is paid',
      fullSteps: tellUrl('fetch', 'PAID'),
    },
    'callback-url-told-once-expired': {
      title: 'Fetch returns callbackUrl once the invoice is expired',
      features: ['callbacks', 'lifecycle'],
      fullSteps: tellUrl('fetch', 'EXPIRED'),
    },
    'callback-url-always-null': {
      title: 'Every response has a field `callbackUrl`, null',
      field: 'callbackUrl',
      coreSteps: changeRendered(() => ({ callbackUrl: null })),
    },
    'callback-url-echoed': {
      title: '`callbackUrl` is echoed when it was sent',
      field: 'callbackUrl',
      coreSteps: changeRendered(({ callbackUrl }) => (callbackUrl === undefined ? {} : { callbackUrl })),
    },
    'callback-url-under-another-name': {
      title: 'Responses contain the callbackUrl in a field `webhooks`',
      coreSteps: changeRendered(({ callbackUrl }) => (callbackUrl === undefined ? {} : { webhooks: [{ url: callbackUrl }] })),
    },
  }),
  'receipt-id-omitted': {
    title: 'Responses lack `receiptId` while there is none',
    breaks: 'invoice-receipt-id',
    field: 'receiptId',
    coreSteps: changeRendered(({ receiptId }) => ({ receiptId: receiptId ?? undefined })),
  },
  'submit-receipt-id-number': {
    title: 'Submit returns a receiptId that is a number',
    breaks: 'invoice-receipt-id',
    field: 'receiptId',
    fullSteps: changeInvoice(() => ({ receiptId: 42 }), 'submit'),
  },
  'receipt-id-empty-text': {
    title: 'receiptId is an empty string before the first receipt',
    breaks: 'invoice-receipt-id-initial',
    field: 'receiptId',
    fullSteps: changeInvoice((invoice) => ({ receiptId: invoice.receiptId ?? '' })),
  },
  'first-receipt-id-stays': {
    title: 'receiptId is that of the first receipt',
    breaks: 'invoice-receipt-id-last',
    features: ['lifecycle', 'problem-details'],
    fullSteps: afterCount((shown, _invoice, before) => {
      shown.receiptId = before.receiptId ?? shown.receiptId;
    }),
  },
  ...sharing({ breaks: 'invoice-status', field: 'status' })({
    'sixth-status-overpaid': {
      title: 'An invoice that was paid too much shows the status OVER_PAID',
      fullSteps: changeInvoice((invoice) => Number(invoice.paidAmount) > Number(invoice.amount) && { status: 'OVER_PAID' }),
    },
    'sixth-status-failed': {
      title: 'An invoice whose payment failed shows the status DECLINED',
      fullSteps: changeInvoice((invoice) => invoice.status === 'FAILED' && { status: 'DECLINED' }),
    },
    'lower-case-status': {
      title: '`status` is in lower case',
      coreSteps: changeRendered((invoice) => ({ status: invoice.status.toLowerCase() })),
    },
    'submit-status-of-its-own': {
      title: 'Submit returns the status COMPLETED',
      fullSteps: changeInvoice(() => ({ status: 'COMPLETED' }), 'submit'),
    },
    'status-with-space': {
      title: 'The status UNDER_PAID is written UNDER PAID',
      fullSteps: changeInvoice((invoice) => ({ status: String(invoice.status).replace('_', ' ') })),
    },
  }),
};

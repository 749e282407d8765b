import { actionOf } from '../../servers/full/message.ts';
import type { FullChanges } from '../../servers/full/start-full-server.ts';
import { editBody, editUrls, readAsLawful } from '../changes/change-request.ts';
import { centReceipt, newestId } from '../changes/find-in-memory.ts';
import type { FaultTable } from '../fault.ts';

/** Truncates a string that is longer than `most` characters. */
function cutField(field: string, most: number): FullChanges {
  return editBody((fields) => {
    const value = fields[field];
    if (typeof value === 'string' && value.length > most) fields[field] = value.slice(0, most);
  });
}

/** Makes a string too long: replaces the string with one of this length if `when` returns true. */
function lengthen(field: string, when: (value: string) => boolean, length: number): FullChanges {
  return editBody((fields) => {
    if (typeof fields[field] === 'string' && when(fields[field])) fields[field] = 'x'.repeat(length);
  });
}

/** Accepts a field that is too long: replaces an id with the newest invoice's id, and a receipt with a valid one for one cent. */
function takeTooLong(field: string, most: number): FullChanges {
  return editBody((fields, _message, memory) => {
    if (String(fields[field] ?? '').length <= most) return;
    if (field === 'invoiceId') fields.invoiceId = newestId(memory);
    if (fields.webReceipt !== undefined) fields.webReceipt = centReceipt(memory, fields.invoiceId);
  });
}

/** Servers that accept values that are too long, or refuse values of the maximum length. */
export const requestsLengths: FaultTable = {
  'callback-url-cut-at-2048': {
    title: 'A callbackUrl longer than 2048 characters is cut',
    breaks: 'create-callback-url-length',
    fullSteps: cutField('callbackUrl', 2048),
  },
  'return-url-cut-at-2048': {
    title: 'A returnUrl longer than 2048 characters is cut',
    breaks: 'create-return-url-length',
    fullSteps: cutField('returnUrl', 2048),
  },
  'urls-at-most-1000': {
    title: 'A URL of more than 1000 characters is refused',
    breaks: 'create-return-url-length',
    fullSteps: editUrls((url) => (url.length > 1000 ? { refused: true } : url)),
  },
  'submit-any-length': {
    title: 'Submit accepts an id of any length, as that of the newest invoice',
    breaks: 'submit-invoice-id-length/max-length-of-invoice-id-of-submit-receipt',
    fullSteps: takeTooLong('invoiceId', 255),
  },
  'empty-id-newest': {
    title: 'An empty invoiceId means the newest invoice',
    breaks: 'submit-invoice-id-length/min-length-of-invoice-id-of-submit-receipt',
    fullSteps: readAsLawful((text) => text.includes('"invoiceId":""')),
  },
  'id-length-in-utf-16': {
    title: 'The length of an id is counted in units of UTF-16',
    breaks: 'submit-invoice-id-length',
    features: ['limits', 'problem-details'],
    fullSteps: lengthen('invoiceId', (id) => id.length > 255, 256),
  },
  'fetch-any-length': {
    title: 'Fetch accepts an id of any length, as that of the newest invoice',
    breaks: 'fetch-invoice-id-length/max-length-of-invoice-id-of-fetch-payment',
    fullSteps: takeTooLong('invoiceId', 255),
  },
  'empty-id-fetches-newest': {
    title: 'Fetch accepts an empty id, as that of the newest invoice',
    breaks: 'fetch-invoice-id-length/min-length-of-invoice-id-of-fetch-payment',
    fullSteps: readAsLawful((text) => text.includes('"invoiceId":""'), 'fetch'),
  },
  'fetched-id-beyond-ascii-too-long': {
    title: 'An id with characters beyond ASCII is too long for fetch',
    breaks: 'fetch-invoice-id-length',
    features: ['limits', 'problem-details'],
    fullSteps: lengthen('invoiceId', (id) => /[^ -~]/.test(id), 256),
  },
  'longest-id-refused-at-fetch': {
    title: 'An id of 255 characters is too long for fetch',
    breaks: 'fetch-invoice-id-length',
    features: ['limits', 'problem-details'],
    fullSteps: lengthen('invoiceId', (id) => id.length >= 255, 256),
  },
  'receipt-any-length': {
    title: 'A receipt of any length pays the invoice',
    breaks: 'submit-web-receipt-length/max-length-of-web-receipt-of-submit-receipt',
    fullSteps: takeTooLong('webReceipt', 8192),
  },
  'empty-receipt-invalid': {
    title: 'An empty webReceipt pays the invoice',
    breaks: 'submit-web-receipt-length/min-length-of-web-receipt-of-submit-receipt',
    fullSteps: editBody((fields, message, { invoices, receipts }) => {
      if (actionOf(message) !== 'submit' || fields.webReceipt !== '') return;
      const invoice = invoices.get(String(fields.invoiceId));
      fields.webReceipt = [...receipts].findLast(([, { note }]) => note === invoice?.shown.note)?.[0];
    }),
  },
  'longest-receipt-refused': {
    title: 'A receipt of 8192 characters is too long',
    breaks: 'submit-web-receipt-length',
    features: ['limits', 'problem-details'],
    fullSteps: lengthen('webReceipt', (receipt) => receipt.length >= 8192, 8193),
  },
  'receipt-length-in-utf-16': {
    title: 'The length of a receipt is counted in units of UTF-16',
    breaks: 'submit-web-receipt-length',
    features: ['limits', 'problem-details'],
    fullSteps: lengthen('webReceipt', (receipt) => receipt.length > 8192, 8193),
  },
};

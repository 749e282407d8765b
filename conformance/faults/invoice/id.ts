import { changeRendered } from '../changes/change-core.ts';
import { changeInvoice } from '../changes/change-response.ts';
import { type FaultTable, sharing } from '../fault.ts';

/** Servers with a wrong `id`. */
export const invoiceId: FaultTable = sharing({ breaks: 'invoice-id', field: 'id' })({
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
});

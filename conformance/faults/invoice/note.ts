import { changeRendered } from '../changes/change-core.ts';
import { changeInvoice } from '../changes/change-response.ts';
import { type FaultTable, sharing } from '../fault.ts';

/** Servers with a wrong `note`. */
export const invoiceNote: FaultTable = sharing({ field: 'note' })({
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
});

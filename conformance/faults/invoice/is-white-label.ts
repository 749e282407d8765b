import { addDefaults, changeRendered } from '../changes/change-core.ts';
import { changeInvoice } from '../changes/change-response.ts';
import { type FaultTable, sharing } from '../fault.ts';

/** Servers with a wrong `isWhiteLabel`. */
export const invoiceIsWhiteLabel: FaultTable = sharing({ breaks: 'invoice-is-white-label', field: 'isWhiteLabel' })({
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
});

import { changeRendered } from '../changes/change-core.ts';
import { changeInvoice } from '../changes/change-response.ts';
import { type FaultTable, sharing } from '../fault.ts';

/** Servers with a `status` that the contract does not have. */
export const invoiceStatus: FaultTable = sharing({ breaks: 'invoice-status', field: 'status' })({
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
});

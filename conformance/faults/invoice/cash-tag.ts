import { changeRendered } from '../changes/change-core.ts';
import { changeInvoice } from '../changes/change-response.ts';
import { type FaultTable, sharing } from '../fault.ts';

/** Servers with a wrong `cashTag`. */
export const invoiceCashTag: FaultTable = sharing({ breaks: 'invoice-cash-tag', field: 'cashTag' })({
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
});

import { changeRendered } from '../changes/change-core.ts';
import { afterCount } from '../changes/change-lifecycle.ts';
import { changeInvoice } from '../changes/change-response.ts';
import type { FaultTable } from '../fault.ts';

/** Servers with a wrong `receiptId`. */
export const invoiceReceiptId: FaultTable = {
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
};

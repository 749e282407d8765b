import { everyFeature } from '../../servers/full/every-feature.ts';
import { lifecycle } from '../../servers/full/lifecycle.ts';
import type { Invoice } from '../../servers/full/memory.ts';
import type { FullChanges } from '../../servers/full/start-full-server.ts';
import { changeRendered } from '../changes/change-core.ts';
import { afterCount, forgetAtExpiry } from '../changes/change-lifecycle.ts';
import { changeInvoice } from '../changes/change-response.ts';
import { inLifecycle } from '../changes/change-step.ts';
import { type FaultTable, sharing } from '../fault.ts';

/** Loses the earlier of two payments made within two seconds: adds the later one to the sum that was stored before both. */
function lostUpdate(): FullChanges {
  const last = new Map<Invoice, { cents: number; time: number }>();
  return inLifecycle('count', (invoice, receipt) => {
    const before = last.get(invoice);
    if (before && Date.now() - before.time < 2000) invoice.paidCents = before.cents;
    last.set(invoice, { cents: invoice.paidCents, time: Date.now() });
    lifecycle.count(invoice, receipt);
  });
}

/** Servers with a wrong `paidAmount`. */
export const invoicePaidAmount: FaultTable = {
  'paid-amount-as-string': {
    title: '`paidAmount` is a string',
    breaks: 'invoice-paid-amount',
    field: 'paidAmount',
    coreSteps: changeRendered((invoice) => ({ paidAmount: String(invoice.paidAmount ?? 0) })),
  },
  'submit-paid-amount-text': {
    title: 'Submit returns a paidAmount in quotes',
    breaks: 'invoice-paid-amount',
    field: 'paidAmount',
    fullSteps: changeInvoice((invoice) => ({ paidAmount: String(invoice.paidAmount) }), 'submit'),
  },
  ...sharing({ breaks: 'invoice-paid-amount-sum/every-receipt' })({
    'paid-amount-within-column': {
      title: 'paidAmount never exceeds the greatest amount, because its column has six digits before the point',
      field: 'paidAmount',
      features: everyFeature,
      fullSteps: afterCount((shown, { paidCents }) => {
        if (paidCents > 99_999_999) shown.paidAmount = 999_999.99;
      }),
    },
    'paid-amount-within-32-bits': {
      title: 'paidAmount never exceeds what 32 bits hold in cents',
      field: 'paidAmount',
      features: everyFeature,
      fullSteps: afterCount((shown, { paidCents }) => {
        if (paidCents > 2 ** 31 - 1) shown.paidAmount = (2 ** 31 - 1) / 100;
      }),
    },
    'lost-update': { title: 'One of two simultaneous receipts is lost', fullSteps: lostUpdate },
    'overpaid-capped': {
      title: 'paidAmount never exceeds amount',
      features: ['lifecycle', 'problem-details'],
      fullSteps: afterCount((shown, { cents }) => {
        if (shown.paidAmount !== null) shown.paidAmount = Math.min(shown.paidAmount, cents / 100);
      }),
    },
    'last-part-counts': {
      title: 'paidAmount is only the last receipt',
      features: ['lifecycle', 'problem-details'],
      fullSteps: afterCount((shown, _invoice, _before, receipt) => {
        if (receipt.outcome === 'completed') shown.paidAmount = receipt.cents / 100;
      }),
    },
    'second-part-capped': {
      title: 'paidAmount never exceeds amount after a part payment',
      features: ['lifecycle', 'problem-details'],
      fullSteps: afterCount((shown, { cents }, before) => {
        if (shown.paidAmount !== null && before.paidAmount !== null) shown.paidAmount = Math.min(shown.paidAmount, cents / 100);
      }),
    },
  }),
  'paid-amount-zero': {
    title: 'paidAmount is 0 before the first receipt',
    breaks: 'invoice-paid-amount-initial',
    field: 'paidAmount',
    fullSteps: changeInvoice((invoice) => ({ paidAmount: invoice.paidAmount ?? 0 })),
  },
  'expiry-forgets-payment': {
    title: 'An invoice that expires loses its paidAmount',
    breaks: 'invoice-paid-amount-never-falls/kept-at-expiry',
    features: ['lifecycle', 'problem-details'],
    fullSteps: forgetAtExpiry('paidAmount'),
  },
  'paid-amount-falls': {
    title: 'A third receipt makes paidAmount fall',
    breaks: 'invoice-paid-amount-never-falls/grows',
    features: ['lifecycle', 'problem-details'],
    fullSteps: afterCount((shown, { counted }) => {
      if (counted.size > 2 && shown.paidAmount !== null) shown.paidAmount = 0.01;
    }),
  },
  ...sharing({ breaks: 'invoice-paid-amount-sum/exact' })({
    'sum-in-binary': {
      title: 'paidAmount is added up in binary and shows rounding errors',
      features: ['lifecycle', 'problem-details'],
      fullSteps: afterCount((shown, _invoice, before) => {
        if (shown.paidAmount !== null && before.paidAmount !== null) shown.paidAmount += 1e-13;
      }),
    },
    'last-part-in-binary': {
      title: 'The last part is added in binary: 0.70 and 0.10 do not make up 0.80',
      features: ['lifecycle'],
      fullSteps: afterCount((shown, { cents, paidCents }, _before, receipt) => {
        const sum = (paidCents - receipt.cents) / 100 + receipt.cents / 100;
        if (receipt.outcome === 'completed') shown.status = sum >= cents / 100 ? 'PAID' : 'UNDER_PAID';
      }),
    },
    'total-cut-to-cents': {
      title: 'A binary total is cut off to cents: 1.15 and 3.20 become 4.34',
      features: ['lifecycle'],
      fullSteps: afterCount((shown, _invoice, before) => {
        if (before.paidAmount !== null && shown.paidAmount !== null) shown.paidAmount = Math.trunc(shown.paidAmount * 100) / 100;
      }),
    },
    'sums-of-32-bits': {
      title: 'A total is stored as a 32-bit number, which has no cents above 131,072',
      features: ['lifecycle'],
      fullSteps: afterCount((shown, invoice) => {
        if (shown.paidAmount === null) return;
        invoice.paidCents = Math.round(Math.fround(invoice.paidCents / 100) * 100);
        shown.paidAmount = invoice.paidCents / 100;
      }),
    },
  }),
};

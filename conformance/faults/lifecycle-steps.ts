import type { Fault } from './fault.ts';
import { type Lifecycle, lifecycle } from './model/lifecycle.ts';
import type { Invoice } from './model/memory.ts';
import { modelFault } from './model/model-fault.ts';

type Shown = Invoice['shown'];
type Steps = readonly [id: string, title: string, breaks: string, steps: Partial<Lifecycle>];

/** Counts as the model does, then changes what is shown. */
const after = (change: (shown: Shown, invoice: Invoice, before: Shown) => void): Partial<Lifecycle> => ({
  count(invoice, receipt) {
    const before = { ...invoice.shown };
    lifecycle.count(invoice, receipt);
    change(invoice.shown, invoice, before);
  },
});
/** Lets receipts change an invoice in this final state. */
const reopen = (status: string): Partial<Lifecycle> => ({
  closedBy: (invoice) => (invoice.shown.status === status ? undefined : lifecycle.closedBy(invoice)),
});
/** Another reason than the model's for a receipt that does not fit. */
const otherwise = (code: string, instead: ReturnType<Lifecycle['unfit']>): Partial<Lifecycle> => ({
  unfit(...all) {
    const found = lifecycle.unfit(...all);
    return found === code ? instead : found;
  },
});

const steps: readonly Steps[] = [
  ['never-expires', 'An invoice stays open after expiresAt', 'lifecycle-expiry', { expire: () => false }],
  [
    'expiry-forgets-payment',
    'An invoice that expires loses its paidAmount',
    'invoice-paid-amount-never-falls',
    {
      expire(invoice, now) {
        const due = lifecycle.expire(invoice, now);
        if (due) invoice.shown.paidAmount = null;
        return due;
      },
    },
  ],
  [
    'expiry-forgets-receipt',
    'An invoice that expires loses its receiptId',
    'lifecycle-expiry',
    {
      expire(invoice, now) {
        const due = lifecycle.expire(invoice, now);
        if (due) invoice.shown.receiptId = null;
        return due;
      },
    },
  ],
  [
    'paid-forgets-payment',
    'A PAID invoice loses its paidAmount at expiresAt',
    'lifecycle-paid-is-final',
    {
      expire(invoice, now) {
        if (now >= invoice.endsAt && invoice.shown.status === 'PAID') invoice.shown.paidAmount = null;
        return lifecycle.expire(invoice, now);
      },
    },
  ],
  [
    'part-paid-never-expires',
    'An UNDER_PAID invoice does not expire',
    'lifecycle-expiry',
    {
      expire: (invoice, now) => invoice.shown.status === 'PENDING' && lifecycle.expire(invoice, now),
    },
  ],
  [
    'paid-expires',
    'A PAID invoice expires',
    'lifecycle-paid-is-final',
    {
      expire(invoice, now) {
        if (now >= invoice.endsAt && invoice.shown.status === 'PAID') invoice.shown.status = 'EXPIRED';
        return lifecycle.expire(invoice, now);
      },
    },
  ],
  [
    'failed-expires',
    'A FAILED invoice expires',
    'lifecycle-failed-is-final',
    {
      expire(invoice, now) {
        if (now >= invoice.endsAt && invoice.shown.status === 'FAILED') invoice.shown.status = 'EXPIRED';
        return lifecycle.expire(invoice, now);
      },
    },
  ],
  [
    'expired-becomes-failed',
    'An EXPIRED invoice is FAILED at the second look',
    'lifecycle-expired-is-final',
    {
      expire(invoice, now) {
        if (invoice.shown.status === 'EXPIRED' && invoice.endsAt + 60_000 < now) invoice.shown.status = 'FAILED';
        return lifecycle.expire(invoice, now);
      },
    },
  ],
  ['paid-takes-more', 'A PAID invoice takes further receipts', 'lifecycle-paid-is-final', reopen('PAID')],
  ['failed-takes-more', 'A FAILED invoice takes further receipts', 'lifecycle-failed-is-final', reopen('FAILED')],
  ['expired-takes-more', 'An EXPIRED invoice takes late money', 'lifecycle-expired-is-final', reopen('EXPIRED')],
  ['repeat-refused', 'The same receipt again is refused', 'lifecycle-repeated-receipt', { repeats: () => false }],
  [
    'repeat-counted',
    'The same receipt again counts again',
    'submit-receipt-counts-once',
    {
      repeats: () => false,
      unfit: (invoice, _text, receipt, memory) => lifecycle.unfit(invoice, '', receipt, memory),
    },
  ],
  [
    'used-receipt-taken',
    'A receipt that was counted on another invoice counts here too',
    'lifecycle-used-receipt',
    {
      unfit: (_invoice, _text, receipt) => (receipt === undefined ? 'receipt_invalid' : undefined),
    },
  ],
  [
    'foreign-receipt-told',
    "A receipt counted on another account's invoice is told to be used",
    'lifecycle-other-accounts-receipt',
    {
      unfit: (invoice, text, receipt, memory) =>
        memory.used.has(text) ? 'receipt_already_used' : lifecycle.unfit(invoice, text, receipt, memory),
    },
  ],
  [
    'used-receipt-mismatched',
    'A receipt that was counted elsewhere is told to be of another invoice',
    'lifecycle-used-receipt',
    otherwise('receipt_already_used', 'receipt_mismatch'),
  ],
  [
    'mismatched-receipt-taken',
    "Another invoice's receipt is taken",
    'lifecycle-mismatched-receipt',
    otherwise('receipt_mismatch', undefined),
  ],
  [
    'mismatched-told-invalid',
    "Another invoice's receipt is told to be invalid",
    'lifecycle-mismatched-receipt',
    otherwise('receipt_mismatch', 'receipt_invalid'),
  ],
  [
    'invalid-told-mismatched',
    'A receipt that nobody issued is told to be of another invoice',
    'lifecycle-invalid-receipt',
    otherwise('receipt_invalid', 'receipt_mismatch'),
  ],
  [
    'junk-ends-invoice',
    'A receipt that nobody issued makes the invoice FAILED',
    'lifecycle-invalid-receipt',
    {
      unfit(invoice, ...rest) {
        const code = lifecycle.unfit(invoice, ...rest);
        if (code === 'receipt_invalid') invoice.shown.status = 'FAILED';
        return code;
      },
    },
  ],
  ['pending-counted', 'A payment that is not final is counted', 'lifecycle-pending-payment', { uncounted: () => undefined }],
  [
    'pending-told-invalid',
    'A payment that is not final is told to be invalid',
    'lifecycle-pending-payment',
    {
      uncounted: (...all) =>
        lifecycle.uncounted(...all) === 'receipt_not_final' ? 'receipt_invalid' : lifecycle.uncounted(...all),
    },
  ],
  [
    'failed-hides-money',
    'A failed payment makes a part-paid invoice FAILED',
    'lifecycle-failed-after-part',
    {
      uncounted: (_invoice, { outcome }) => (outcome === 'pending' ? 'receipt_not_final' : undefined),
    },
  ],
  [
    'failed-refused',
    'A failed payment leaves the invoice PENDING',
    'lifecycle-failed-payment',
    {
      uncounted: (invoice, receipt) =>
        receipt.outcome === 'failed' ? 'receipt_payment_failed' : lifecycle.uncounted(invoice, receipt),
    },
  ],
  [
    'part-is-enough',
    'Any part payment makes the invoice PAID',
    'lifecycle-part-payment',
    after((shown) => {
      if (shown.status === 'UNDER_PAID') shown.status = 'PAID';
    }),
  ],
  [
    'exact-is-not-enough',
    'Only more than the amount makes the invoice PAID',
    'lifecycle-full-payment',
    after((shown, { paidCents, cents }) => {
      if (paidCents === cents) shown.status = 'UNDER_PAID';
    }),
  ],
  [
    'second-part-not-enough',
    'A second part never makes the invoice PAID',
    'lifecycle-full-payment',
    after((shown, _invoice, before) => {
      if (before.status === 'UNDER_PAID') shown.status = 'UNDER_PAID';
    }),
  ],
  [
    'second-part-pays-all',
    'A second part makes the invoice PAID, however small',
    'lifecycle-part-payment',
    after((shown, _invoice, before) => {
      if (before.status === 'UNDER_PAID') shown.status = 'PAID';
    }),
  ],
  [
    'too-much-is-not-enough',
    'More than the amount leaves the invoice UNDER_PAID',
    'lifecycle-full-payment',
    after((shown, { paidCents, cents }) => {
      if (paidCents > cents) shown.status = 'UNDER_PAID';
    }),
  ],
  [
    'part-payment-extends',
    'A part payment puts expiresAt off',
    'invoice-expires-at',
    after((shown) => {
      if (shown.status === 'UNDER_PAID') shown.expiresAt = new Date(Date.parse(String(shown.expiresAt)) + 600_000).toISOString();
    }),
  ],
  [
    'part-stays-pending',
    'A part payment leaves the invoice PENDING',
    'lifecycle-part-payment',
    after((shown) => {
      if (shown.status === 'UNDER_PAID') shown.status = 'PENDING';
    }),
  ],
  [
    'overpaid-capped',
    'paidAmount is never more than amount',
    'invoice-paid-amount-sum',
    after((shown, { cents }) => {
      if (shown.paidAmount !== null) shown.paidAmount = Math.min(shown.paidAmount, cents / 100);
    }),
  ],
  [
    'last-part-counts',
    'paidAmount is the last receipt alone',
    'invoice-paid-amount-sum',
    {
      count(invoice, receipt) {
        lifecycle.count(invoice, receipt);
        if (receipt.outcome === 'completed') invoice.shown.paidAmount = receipt.cents / 100;
      },
    },
  ],
  [
    'sum-in-binary',
    'paidAmount is summed up in binary, and shows it',
    'invoice-paid-amount-sum',
    after((shown, _invoice, before) => {
      if (shown.paidAmount !== null && before.paidAmount !== null) shown.paidAmount += 1e-13;
    }),
  ],
  [
    'second-part-capped',
    'paidAmount is never more than amount once a part was paid',
    'invoice-paid-amount-sum',
    after((shown, { cents }, before) => {
      if (shown.paidAmount !== null && before.paidAmount !== null) shown.paidAmount = Math.min(shown.paidAmount, cents / 100);
    }),
  ],
  [
    'cent-short-is-enough',
    'A cent less than the amount makes the invoice PAID',
    'lifecycle-part-payment',
    after((shown, { paidCents, cents }) => {
      if (paidCents >= cents - 1) shown.status = 'PAID';
    }),
  ],
  [
    'first-receipt-id-stays',
    'receiptId is that of the first receipt',
    'invoice-receipt-id-last',
    after((shown, _invoice, before) => {
      shown.receiptId = before.receiptId ?? shown.receiptId;
    }),
  ],
  [
    'failed-without-receipt-id',
    'A failed payment leaves receiptId null',
    'lifecycle-failed-payment',
    after((shown, _invoice, before) => {
      if (shown.status === 'FAILED') shown.receiptId = before.receiptId;
    }),
  ],
  [
    'paid-amount-falls',
    'A third receipt makes paidAmount fall',
    'invoice-paid-amount-never-falls',
    after((shown, { counted }) => {
      if (counted.size > 2 && shown.paidAmount !== null) shown.paidAmount = 0.01;
    }),
  ],
];

/** Servers that take another step of the state machine than the contract says. */
export const lifecycleStepFaults: readonly Fault[] = steps.map(([id, title, breaks, replaced]) =>
  modelFault({ id, title, breaks, features: ['lifecycle', 'problem-details'] }, () => ({ lifecycle: replaced })),
);

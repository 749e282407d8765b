import { lifecycle } from '../../servers/full/lifecycle.ts';
import type { Invoice } from '../../servers/full/memory.ts';
import type { FullChanges } from '../../servers/full/start-full-server.ts';
import { afterCount, rememberRefused } from '../changes/change-lifecycle.ts';
import { inLifecycle } from '../changes/change-step.ts';
import { type FaultTable, sharing } from '../fault.ts';

/** Adds up payments as floating-point numbers, and compares their inexact sum with the amount. */
function comparedInBinary(): FullChanges {
  const sums = new Map<Invoice, number>();
  return afterCount((shown, invoice, _before, receipt) => {
    if (receipt.outcome !== 'completed') return;
    const sum = (sums.get(invoice) ?? 0) + receipt.cents / 100;
    sums.set(invoice, sum);
    shown.status = sum >= invoice.cents / 100 ? 'PAID' : 'UNDER_PAID';
  });
}

/** Servers that change an invoice wrongly, or not at all, when a payment is submitted. */
export const lifecyclePayments: FaultTable = sharing({ features: ['lifecycle', 'problem-details'] })({
  ...sharing({ breaks: 'lifecycle-part-payment' })({
    'part-is-enough': {
      title: 'Any part payment makes the invoice PAID',
      fullSteps: afterCount((shown) => {
        if (shown.status === 'UNDER_PAID') shown.status = 'PAID';
      }),
    },
    'second-part-pays-all': {
      title: 'Any second part makes the invoice PAID',
      fullSteps: afterCount((shown, _invoice, before) => {
        if (before.status === 'UNDER_PAID') shown.status = 'PAID';
      }),
    },
    'part-stays-pending': {
      title: 'A part payment leaves the invoice PENDING',
      fullSteps: afterCount((shown) => {
        if (shown.status === 'UNDER_PAID') shown.status = 'PENDING';
      }),
    },
    'cent-short-is-enough': {
      title: 'A cent less than the amount makes the invoice PAID',
      fullSteps: afterCount((shown, { paidCents, cents }) => {
        if (paidCents >= cents - 1) shown.status = 'PAID';
      }),
    },
  }),
  ...sharing({ breaks: 'lifecycle-full-payment' })({
    'cent-taken-for-rounding': {
      title: 'A total of one cent counts as a rounding error: an invoice of one cent is never PAID',
      features: ['lifecycle', 'amount-bounds'],
      fullSteps: afterCount((shown, { paidCents, cents }) => {
        if (cents === 1 && paidCents === 1) shown.status = 'UNDER_PAID';
      }),
    },
    'compared-with-scale': {
      title: 'Sums are compared with the amount as written: 12.5 is not 12.50',
      features: ['lifecycle', 'amount-bounds'],
      fullSteps: afterCount((shown, { paidCents, cents }) => {
        if (paidCents === cents && cents % 10 === 0) shown.status = 'UNDER_PAID';
      }),
    },
    'compared-in-binary': {
      title: 'Sums are compared with the amount in binary',
      features: ['lifecycle'],
      fullSteps: comparedInBinary,
    },
    'exact-is-not-enough': {
      title: 'Only more than the amount makes the invoice PAID',
      fullSteps: afterCount((shown, { paidCents, cents }) => {
        if (paidCents === cents) shown.status = 'UNDER_PAID';
      }),
    },
    'second-part-not-enough': {
      title: 'A second part never makes the invoice PAID',
      fullSteps: afterCount((shown, _invoice, before) => {
        if (before.status === 'UNDER_PAID') shown.status = 'UNDER_PAID';
      }),
    },
    'too-much-is-not-enough': {
      title: 'More than the amount leaves the invoice UNDER_PAID',
      fullSteps: afterCount((shown, { paidCents, cents }) => {
        if (paidCents > cents) shown.status = 'UNDER_PAID';
      }),
    },
    'ten-times-the-amount-refused': {
      title: 'A payment of several times the amount is refused',
      fullSteps: inLifecycle('uncounted', (invoice, receipt) =>
        receipt.outcome === 'completed' && receipt.cents >= 5 * invoice.cents
          ? 'receipt_mismatch'
          : lifecycle.uncounted(invoice, receipt),
      ),
    },
    'paid-before-at-all': {
      title: 'A receipt that was paid even just before its invoice is refused',
      features: ['lifecycle'],
      fullSteps: inLifecycle(
        'unfit',
        (invoice, text, receipt, memory) =>
          lifecycle.unfit(invoice, text, receipt, memory) ??
          (Number(receipt?.paidAt) < Date.parse(String(invoice.shown.createdAt)) ? 'receipt_mismatch' : undefined),
      ),
    },
  }),
  ...sharing({ breaks: 'lifecycle-pending-payment' })({
    'pending-counted': { title: 'A payment that is not final is counted', fullSteps: inLifecycle('uncounted', () => undefined) },
    'pending-told-invalid': {
      title: 'A payment that is not final is reported as invalid',
      fullSteps: inLifecycle('uncounted', (...all) =>
        lifecycle.uncounted(...all) === 'receipt_not_final' ? 'receipt_invalid' : lifecycle.uncounted(...all),
      ),
    },
    'pending-remembered': {
      title: 'A receipt that is not final counts as repeated',
      features: ['lifecycle'],
      fullSteps: rememberRefused('receipt_not_final'),
    },
    'pending-used-up': {
      title: 'A receipt that is not final is used up: the next time it counts as used elsewhere',
      fullSteps: () => {
        const used = new Set<string>();
        return inLifecycle('unfit', (invoice, text, receipt, memory) => {
          if (used.has(text)) return 'receipt_already_used';
          if (receipt?.outcome === 'pending') used.add(text);
          return lifecycle.unfit(invoice, text, receipt, memory);
        });
      },
    },
  }),
  'failed-refused': {
    title: 'A failed payment leaves the invoice PENDING',
    breaks: 'lifecycle-failed-payment',
    fullSteps: inLifecycle('uncounted', (invoice, receipt) =>
      receipt.outcome === 'failed' ? 'receipt_payment_failed' : lifecycle.uncounted(invoice, receipt),
    ),
  },
  'failed-without-receipt-id': {
    title: 'A failed payment leaves receiptId null',
    breaks: 'lifecycle-failed-payment',
    fullSteps: afterCount((shown, _invoice, before) => {
      if (shown.status === 'FAILED') shown.receiptId = before.receiptId;
    }),
  },
  'failed-hides-money': {
    title: 'A failed payment makes a part-paid invoice FAILED',
    breaks: 'lifecycle-failed-after-part',
    fullSteps: inLifecycle('uncounted', (_invoice, { outcome }) => (outcome === 'pending' ? 'receipt_not_final' : undefined)),
  },
  'failed-hides-less-than-half': {
    title: 'A failed payment makes an invoice FAILED if less than half of it was paid',
    breaks: 'lifecycle-failed-after-part',
    fullSteps: inLifecycle('uncounted', (invoice, receipt) =>
      receipt.outcome === 'failed' && 2 * invoice.paidCents < invoice.cents - 1
        ? undefined
        : lifecycle.uncounted(invoice, receipt),
    ),
  },
  'failed-remembered': {
    title: 'A failed payment counts as repeated',
    breaks: 'lifecycle-failed-after-part',
    features: ['lifecycle'],
    fullSteps: rememberRefused('receipt_payment_failed'),
  },
});

import { changeRendered } from '../changes/change-core.ts';
import { afterCount } from '../changes/change-lifecycle.ts';
import { changeInvoice } from '../changes/change-response.ts';
import { type FaultTable, sharing } from '../fault.ts';

/** Servers that show a wrong `expiresAt`. */
const wrongShown = sharing({ breaks: 'invoice-expires-at', field: 'expiresAt' })({
  'submit-expires-at-epoch': {
    title: 'Submit returns an expiresAt in milliseconds',
    fullSteps: changeInvoice((invoice) => ({ expiresAt: Date.parse(String(invoice.expiresAt)) }), 'submit'),
  },
  'fetch-expires-at-date': {
    title: 'Fetch returns an expiresAt that is only a date',
    fullSteps: changeInvoice((invoice) => ({ expiresAt: String(invoice.expiresAt).slice(0, 10) }), 'fetch'),
  },
  'expires-at-invalid-date': {
    title: 'expiresAt is the text Invalid Date',
    fullSteps: changeInvoice(() => ({ expiresAt: 'Invalid Date' })),
  },
  'expires-at-with-space': {
    title: '`expiresAt` has a space in place of the T',
    coreSteps: changeRendered((invoice) => ({ expiresAt: invoice.expiresAt.replace('T', ' ') })),
  },
  'expires-at-with-offset': {
    title: 'expiresAt has an offset',
    breaks: 'invoice-expires-at-form',
    fullSteps: changeInvoice((invoice) => ({ expiresAt: String(invoice.expiresAt).replace('Z', '+00:00') })),
  },
  'expires-before-creation': {
    title: '`expiresAt` is before `createdAt`',
    breaks: 'invoice-expires-after-creation',
    coreSteps: changeRendered((invoice) => ({ expiresAt: new Date(Date.parse(invoice.createdAt) - 60_000).toISOString() })),
  },
  'lives-longer-with-return-url': {
    title: 'An invoice with a returnUrl lives a minute longer',
    breaks: 'invoice-lifetime/alike',
    fullSteps: changeInvoice(({ expiresAt, returnUrl }) => ({
      expiresAt: returnUrl === null ? expiresAt : new Date(Date.parse(String(expiresAt)) + 60_000).toISOString(),
    })),
  },
  'lives-two-days': {
    title: 'An invoice lives two days',
    breaks: 'invoice-lifetime/longest',
    fullSteps: changeInvoice((invoice) => ({
      expiresAt: new Date(Date.parse(String(invoice.createdAt)) + 2 * 86_400_000).toISOString(),
    })),
  },
  'expiry-later-when-part-paid': {
    title: 'A part-paid invoice shows a later expiry',
    coreSteps: changeRendered(({ expiresAt, status }) => ({
      expiresAt: status === 'UNDER_PAID' ? new Date(Date.parse(expiresAt) + 60_000).toISOString() : expiresAt,
    })),
  },
  'expiry-moves-at-submit': {
    title: 'Submit shows expiresAt a millisecond later',
    coreSteps: changeRendered(
      ({ expiresAt }) => ({ expiresAt: new Date(Date.parse(expiresAt) + 1).toISOString() }),
      'submitReceipt',
    ),
  },
});

/** Servers with a wrong `expiresAt`. */
export const invoiceExpiresAt: FaultTable = {
  ...wrongShown,
  'part-payment-extends': {
    title: 'A part payment puts expiresAt off',
    breaks: 'invoice-expires-at',
    features: ['lifecycle', 'problem-details'],
    fullSteps: afterCount((shown) => {
      if (shown.status === 'UNDER_PAID') shown.expiresAt = new Date(Date.parse(String(shown.expiresAt)) + 600_000).toISOString();
    }),
  },
};

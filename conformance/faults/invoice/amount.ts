import { changeRendered } from '../changes/change-core.ts';
import { changeAmountText, refusedDigits } from '../changes/change-request.ts';
import { changeInvoice, rewriteInvoice } from '../changes/change-response.ts';
import { alike, type FaultTable, sharing } from '../fault.ts';

const cents = (amount: number): bigint => BigInt(Math.round(amount * 100));

/** Servers whose responses show a wrong `amount`. */
const wrongShown = sharing({ breaks: 'invoice-amount', field: 'amount' })({
  'amount-as-string': {
    title: '`amount` is a string',
    coreSteps: changeRendered((invoice) => ({ amount: invoice.amount.toFixed(2) })),
  },
  // This defect shows only with an amount that has cents.
  'amount-rounded': {
    title: '`amount` is rounded to an integer',
    coreSteps: changeRendered((invoice) => ({ amount: Math.round(invoice.amount) })),
  },
  'amount-rounded-to-cents': {
    title: 'An amount with three decimals is accepted and rounded to two',
    coreSteps: changeRendered(({ amount }) => ({ amount: Math.round(amount * 100) / 100 })),
  },
  'amount-in-32-bits': {
    title: 'Cents are held in 32 bits, without a sign',
    coreSteps: changeRendered(({ amount }) => ({ amount: Number(BigInt.asUintN(32, cents(amount))) / 100 })),
  },
  'amount-in-64-bits': {
    title: 'Cents are held in 64 bits',
    coreSteps: changeRendered(({ amount }) => ({ amount: Number(BigInt.asIntN(64, cents(amount))) / 100 })),
  },
  ...alike(changeInvoice, {
    'fetch-amount-left-to-pay': [
      'Fetch returns what is left to pay as the amount',
      (invoice) => ({ amount: Math.max(0, Number(invoice.amount) - Number(invoice.paidAmount)) }),
      'fetch',
    ],
    'amount-in-cents': ['amount is in cents', (invoice) => ({ amount: Number(invoice.amount) * 100 })],
    'amount-in-binary': ['amount shows binary rounding', (invoice) => ({ amount: Number(invoice.amount) + 2e-15 * 10 })],
    'amount-cut-in-binary': [
      'Fractions of a cent are cut off after a binary product: 1.15 becomes 1.14',
      (invoice) => ({ amount: Math.trunc(Number(invoice.amount) * 100) / 100 }),
    ],
    'fetch-amount-of-six-digits': [
      'An amount above 9999.99 is stored as 9999.99',
      (invoice) => ({ amount: Math.min(Number(invoice.amount), 9999.99) }),
      'fetch',
    ],
  }),
  'amount-of-one-band-cut-in-binary': {
    title: 'Amounts from 20000 to 29999.99 are cut off to cents after a binary product',
    breaks: 'invoice-amount-exact',
    fullSteps: changeInvoice(({ amount }) => ({
      amount: Number(amount) >= 20_000 && Number(amount) < 30_000 ? Math.trunc(Number(amount) * 100) / 100 : amount,
    })),
  },
  'amount-below-zero': {
    title: 'amount is negative, as a debt',
    breaks: 'invoice-amount-bounds',
    fullSteps: changeInvoice((invoice) => ({ amount: -Number(invoice.amount) })),
  },
  'amount-to-the-unit': {
    title: 'amount is rounded to whole units above 100',
    breaks: 'invoice-amount-exact',
    fullSteps: changeInvoice((invoice) => ({
      amount: Number(invoice.amount) > 100 ? Math.round(Number(invoice.amount)) : invoice.amount,
    })),
  },
  'single-precision': {
    title: 'amount is kept in single precision',
    breaks: 'invoice-amount-exact',
    fullSteps: changeInvoice((invoice) => ({ amount: Math.fround(Number(invoice.amount)) })),
  },
  'large-amounts-lose-a-cent': {
    title: 'Amounts above 500000 lose a cent',
    coreSteps: changeRendered(({ amount }) => ({ amount: amount > 500_000 ? amount - 0.01 : amount })),
  },
  'amount-is-what-is-left': {
    title: 'A part-paid invoice shows what is left as its amount',
    coreSteps: changeRendered(({ amount, paidAmount, status }) => ({
      amount: status === 'UNDER_PAID' ? Math.round((amount - Number(paidAmount)) * 100) / 100 : amount,
    })),
  },
  'amount-of-every-tenth': {
    title: 'Every tenth create makes an invoice for a cent more',
    fullSteps: () => {
      let count = 0;
      return changeAmountText((digits) => (++count % 10 === 0 && digits === '12.34' ? '12.35' : digits));
    },
  },
  'amount-within-a-tolerance': {
    title: 'An amount within a thousandth of a cent of whole cents is rounded',
    coreSteps: changeRendered(({ amount }) => {
      const rounded = Math.round(amount * 100) / 100;
      return { amount: amount < 1e6 && Math.abs(amount - rounded) < 1.1e-5 ? rounded : amount };
    }),
  },
  'amount-zero-is-one': {
    title: 'An amount of 0 counts as 1',
    fullSteps: changeAmountText((digits) => (digits === '0' ? '1' : digits)),
  },
  'amount-loses-zero-of-cents': {
    title: 'Cents below ten lose their zero: 12.05 becomes 12.5',
    coreSteps: changeRendered(({ amount }) => ({ amount: Number(String(amount).replace(/\.0(\d)$/, '.$1')) })),
  },
  'amount-named-twice': {
    title: 'Fetch names amount twice, with 0 first',
    fullSteps: rewriteInvoice('fetch', (reply, text) => {
      reply.body = `{"amount":0,${text.slice(1)}`;
    }),
  },
});

/** Servers with any defect in `amount`. */
export const invoiceAmount: FaultTable = {
  ...wrongShown,
  'quotient-test': {
    title: 'Decimals are checked by a binary division',
    breaks: 'invoice-amount-exact',
    fullSteps: changeAmountText((digits) => (Number.isInteger(Number(digits) / 0.01) ? digits : refusedDigits)),
  },
  'digits-of-doubles-cut-off': {
    title: 'An amount written with the 17 digits of its double is cut off to cents',
    breaks: 'invoice-amount-exact',
    fullSteps: changeAmountText((digits) =>
      digits.length > 16 && Number(Number(digits).toFixed(2)) === Number(digits) ? digits.replace(/(\.\d\d)\d+/, '$1') : digits,
    ),
  },
  'minor-units': {
    title: 'amount is in minor units',
    breaks: 'invoice-amount-in-major-units',
    fullSteps: changeInvoice((invoice) => ({
      paidAmount: invoice.paidAmount === null ? null : Number(invoice.paidAmount) * 100,
    })),
  },
};

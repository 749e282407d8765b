import { changeRendered } from '../changes/change-core.ts';
import { changeInvoice } from '../changes/change-response.ts';
import { type FaultTable, sharing } from '../fault.ts';

/** Servers with a wrong `paymentUrl`. */
export const invoicePaymentUrl: FaultTable = sharing({ breaks: 'invoice-payment-url', field: 'paymentUrl' })({
  'payment-url-relative': {
    title: '`paymentUrl` is a path',
    coreSteps: changeRendered((invoice) => ({ paymentUrl: `/pay/${invoice.id}` })),
  },
  'payment-url-without-scheme': {
    title: 'paymentUrl has no scheme',
    fullSteps: changeInvoice((invoice) => ({ paymentUrl: `pay.example/${invoice.id}` })),
  },
  'payment-url-without-host': {
    title: 'paymentUrl lacks its host: a setting is empty',
    fullSteps: changeInvoice((invoice) => ({ paymentUrl: `https:///pay/${invoice.id}` })),
  },
  'payment-url-with-space': {
    title: 'paymentUrl contains a space',
    fullSteps: changeInvoice((invoice) => ({ paymentUrl: `https://pay.example/pay ${invoice.id}` })),
  },
  'pays-at-invoice': {
    title: 'paymentUrl does not end in /pay/ and the id',
    breaks: 'invoice-payment-url-form',
    fullSteps: changeInvoice((invoice) => ({ paymentUrl: String(invoice.paymentUrl).replace('/pay/', '/invoice/') })),
  },
  'tenth-paid-at-the-first': {
    title: 'Every tenth create gives the paymentUrl of the first invoice',
    breaks: 'invoice-payment-url-form',
    fullSteps: () => {
      let count = 0;
      let first: unknown;
      return changeInvoice(({ paymentUrl }) => {
        first ??= paymentUrl;
        return ++count % 10 === 0 && { paymentUrl: first };
      }, 'create');
    },
  },
});

import { changeRendered } from '../changes/change-core.ts';
import { changeInvoice } from '../changes/change-response.ts';
import { type FaultTable, sharing } from '../fault.ts';

/** Servers that show `callbackUrl`. */
export const invoiceCallbackUrl: FaultTable = sharing({ breaks: 'invoice-without-callback-url' })({
  'callback-url-told-at-submit': {
    title: 'Submit returns callbackUrl where there is one',
    fullSteps: changeInvoice(({ id }, memory) => {
      const { callbackUrl } = memory.invoices.get(String(id)) ?? {};
      return callbackUrl !== undefined && { callbackUrl };
    }, 'submit'),
  },
  'callback-url-told-once-paid': {
    title: 'Fetch returns callbackUrl once the invoice is paid',
    fullSteps: changeInvoice(({ id, status }, memory) => {
      const { callbackUrl } = memory.invoices.get(String(id)) ?? {};
      return callbackUrl !== undefined && status === 'PAID' && { callbackUrl };
    }, 'fetch'),
  },
  'callback-url-told-once-expired': {
    title: 'Fetch returns callbackUrl once the invoice is expired',
    features: ['callbacks', 'lifecycle'],
    fullSteps: changeInvoice(({ id, status }, memory) => {
      const { callbackUrl } = memory.invoices.get(String(id)) ?? {};
      return callbackUrl !== undefined && status === 'EXPIRED' && { callbackUrl };
    }, 'fetch'),
  },
  'callback-url-always-null': {
    title: 'Every response has a field `callbackUrl`, null',
    field: 'callbackUrl',
    coreSteps: changeRendered(() => ({ callbackUrl: null })),
  },
  'callback-url-echoed': {
    title: '`callbackUrl` is echoed when it was sent',
    field: 'callbackUrl',
    coreSteps: changeRendered(({ callbackUrl }) => (callbackUrl === undefined ? {} : { callbackUrl })),
  },
  'callback-url-under-another-name': {
    title: 'Responses tell the callbackUrl in a field `webhooks`',
    coreSteps: changeRendered(({ callbackUrl }) => (callbackUrl === undefined ? {} : { webhooks: [{ url: callbackUrl }] })),
  },
});

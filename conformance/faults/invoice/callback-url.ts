import type { FullChanges } from '../../servers/full/start-full-server.ts';
import { changeRendered } from '../changes/change-core.ts';
import { changeInvoice } from '../changes/change-response.ts';
import { type FaultTable, sharing } from '../fault.ts';

/** Shows callbackUrl in the responses of one action, for invoices that have one: all of them, or only those with this status. */
const tellUrl = (action: string, of?: string): FullChanges =>
  changeInvoice(({ id, status }, memory) => {
    const { callbackUrl } = memory.invoices.get(String(id)) ?? {};
    return callbackUrl !== undefined && (of === undefined || status === of) && { callbackUrl };
  }, action);

/** Servers that show `callbackUrl`. */
export const invoiceCallbackUrl: FaultTable = sharing({ breaks: 'invoice-without-callback-url' })({
  'callback-url-told-at-submit': { title: 'Submit returns callbackUrl if there is one', fullSteps: tellUrl('submit') },
  'callback-url-told-once-paid': {
    title: 'Fetch returns callbackUrl once the invoice is paid',
    fullSteps: tellUrl('fetch', 'PAID'),
  },
  'callback-url-told-once-expired': {
    title: 'Fetch returns callbackUrl once the invoice is expired',
    features: ['callbacks', 'lifecycle'],
    fullSteps: tellUrl('fetch', 'EXPIRED'),
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
    title: 'Responses contain the callbackUrl in a field `webhooks`',
    coreSteps: changeRendered(({ callbackUrl }) => (callbackUrl === undefined ? {} : { webhooks: [{ url: callbackUrl }] })),
  },
});

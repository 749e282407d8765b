import { operationById } from '../contract/contract.ts';
import type { Exchange } from '../http/exchange.ts';
import { duringOutage } from './during-outage.ts';
import { expireInvoice } from './expire-invoice.ts';
import { type Play, paid, read, receiptFor, shares, startPlay, submit } from './play.ts';
import { requestFor } from './request-for.ts';
import { asOther } from './switch-account.ts';

/** Makes an event happen to an invoice, and returns the exchange that causes it; undefined for the clock. */
export type Cause = (play: Play) => Promise<Exchange | undefined>;

/** Causes of events that take more than a call with the id of the invoice: receipts, outages and the clock. */
export const writtenCauses: Record<string, Cause> = {
  'receipt-below-amount': async (play) => submit(play, await receiptFor(play, 100)),
  'receipt-reaches-amount': async (play) => submit(play, await receiptFor(play, shares(play.subject).over)),
  'receipt-payment-failed': async (play) => submit(play, await receiptFor(play, shares(play.subject).whole, 'failed')),
  'receipt-payment-pending': async (play) => submit(play, await receiptFor(play, shares(play.subject).whole, 'pending')),
  'receipt-invalid': (play) => submit(play, `made-up-receipt-${crypto.randomUUID()}`),
  async 'receipt-mismatched'(play) {
    const other = await startPlay(play.subject);
    return submit(play, await receiptFor(other, shares(play.subject).whole));
  },
  async 'receipt-repeated'(play) {
    const receipt = play.counted.at(-1);
    if (receipt === undefined) throw new Error('No receipt was counted yet.');
    return submit(play, receipt);
  },
  async 'receipt-used-elsewhere'(play) {
    const other = await startPlay(play.subject);
    await paid(other, shares(play.subject).whole);
    return submit(play, other.counted[0] as string);
  },
  async 'receipt-used-by-other-account'(play) {
    const other = await startPlay(asOther(play.subject));
    await paid(other, shares(play.subject).whole);
    return submit(play, other.counted[0] as string);
  },
  async 'verifier-unavailable'(play) {
    const { subject } = play;
    const webReceipt = await receiptFor(play, shares(subject).over);
    const spec = requestFor(operationById(subject.contract, 'submitReceipt'), { invoiceId: play.invoice.id, webReceipt });
    // Once, and not patiently: a 503 is what is waited for.
    const exchange = await duringOutage(subject, 'verifier', () => subject.sendOnce(spec));
    play.exchanges.push(exchange);
    return exchange;
  },
  async 'expiry-due'(play) {
    await expireInvoice(play.subject, play.invoice);
    return undefined;
  },
  fetched: async (play) => {
    await read(play);
    return play.exchanges.at(-1);
  },
};

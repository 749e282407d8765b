import type { Contract } from '../src/contract/contract.ts';
import { nullIfSkipped } from '../src/outcome/case-skipped.ts';
import type { Cause, WrittenWay } from '../src/subject/domain.ts';
import { expireInvoice } from '../src/subject/expire-invoice.ts';
import { read, readUntil, startPlay } from '../src/subject/play.ts';
import { duringOutage } from '../src/subject/require-ability.ts';
import { asOther } from '../src/subject/switch-account.ts';
import { stateAfter } from '../src/subject/ways-into.ts';
import { otherReceiptFor, paid, receiptFor, receiptRequest, shares, submit } from './pay.ts';

/** Returns the state of a new invoice after a full payment. */
export const stateWhenPaid = (contract: Contract): string => stateAfter(contract, 'receipt-reaches-amount');

/** How to cause events that need more than a call with the invoice's id. */
export const causes: Readonly<Record<string, Cause>> = {
  'receipt-below-amount': (play) => paid(play, 100),
  'receipt-reaches-amount': (play) => paid(play, shares(play.subject).over),
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
    // The deployment may take a moment to count the payment.
    await readUntil(other, { status: stateWhenPaid(play.subject.contract) });
    const [counted] = other.counted as [string];
    // Signs the receipt again: a deployment that recognizes receipts only by their bytes then accepts the same payment twice.
    const again = await otherReceiptFor(other, shares(play.subject).whole, { signedAgain: counted }).catch(nullIfSkipped);
    return submit(play, again ?? counted);
  },
  async 'receipt-used-by-other-account'(play) {
    const other = await startPlay(asOther(play.subject));
    await paid(other, shares(play.subject).whole);
    return submit(play, other.counted[0] as string);
  },
  async 'verifier-unavailable'(play) {
    const { subject } = play;
    const webReceipt = await receiptFor(play, shares(subject).over);
    const spec = receiptRequest(subject, play.invoice.id, webReceipt);
    // Does not repeat the request, because the 503 is the expected response.
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

/**
 * Hand-written ways to bring an invoice into a state. They may set more fields of the invoice than the shortest way. Each is
 * used only if its events (`by`) still lead to the state.
 */
export const ways: Readonly<Record<string, WrittenWay>> = {
  UNDER_PAID: {
    ...{ by: ['receipt-below-amount'], events: 1 },
    go: async (play) => void (await paid(play, shares(play.subject).part)),
  },
  PAID: {
    ...{ by: ['receipt-reaches-amount'], events: 1 },
    go: async (play) => void (await paid(play, shares(play.subject).whole)),
  },
  FAILED: {
    ...{ by: ['receipt-payment-failed'], events: 1 },
    go: async (play) => void (await paid(play, shares(play.subject).whole, 'failed')),
  },
  EXPIRED: {
    ...{ by: ['receipt-below-amount', 'expiry-due'], events: 2 },
    async go(play) {
      await paid(play, shares(play.subject).part);
      await expireInvoice(play.subject, play.invoice);
    },
  },
};

import { paid, receiptFor, shares, submit } from '../../payments/pay.ts';
import { stateWhenPaid } from '../../payments/ways.ts';
import type { Case } from '../../src/case/case.ts';
import type { Contract } from '../../src/contract/contract.ts';
import { type Play, readUntil, startPlay } from '../../src/subject/play.ts';
import { judgeFirst } from '../derive/refusals/order.ts';
import { imitateId } from '../play/near-ids.ts';

/** Pays an invoice in full and waits until it shows the payment, because a receipt may be counted with a delay. */
async function payWhole(play: Play): Promise<void> {
  await paid(play, shares(play.subject).whole);
  await readUntil(play, { status: stateWhenPaid(play.subject.contract) });
}

const orders: { id: string; title: string; code: string; play(play: Play): Promise<string> }[] = [
  {
    id: 'invoice-before-signature',
    title: 'A made-up receipt for an unknown invoice is refused because of the invoice',
    code: 'invoice_not_found',
    async play(play) {
      play.invoice = { ...play.invoice, id: imitateId(String(play.invoice.id)) };
      return `made-up-receipt-${crypto.randomUUID()}`;
    },
  },
  {
    id: 'final-before-signature',
    title: 'A made-up receipt for a PAID invoice is refused because of the state',
    code: 'invoice_already_paid',
    async play(play) {
      await payWhole(play);
      return `made-up-receipt-${crypto.randomUUID()}`;
    },
  },
  {
    id: 'used-before-binding',
    title: 'A receipt that another invoice has counted is refused as used',
    code: 'receipt_already_used',
    async play(play) {
      const other = await startPlay(play.subject);
      await payWhole(other);
      return other.counted[0] ?? '';
    },
  },
  {
    id: 'binding-before-payment',
    title: 'A receipt of another invoice whose payment is pending is refused because of the invoice',
    code: 'receipt_mismatch',
    async play(play) {
      const other = await startPlay(play.subject);
      return receiptFor(other, shares(play.subject).whole, 'pending');
    },
  },
];

/** Cases for receipts with two mistakes. The response must report the one that the contract's order of checks puts first. */
export function orderCases(contract: Contract): Case[] {
  return orders.map(({ id, title, code, play }) => ({
    id: `submit-receipt/order/${id}`,
    title,
    requirement: `submit-checks-in-order/${id}`,
    operations: ['create-payment', 'submit-receipt'],
    features: ['problem-details'],
    async run({ subject }) {
      const acted = await startPlay(subject);
      const exchange = await submit(acted, await play(acted));
      return judgeFirst(contract, 'submit-checks-in-order', code, exchange, { member: 'webReceipt', exchanges: acted.exchanges });
    },
  }));
}

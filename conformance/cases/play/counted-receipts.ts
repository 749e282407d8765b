import { otherReceiptFor, paidBefore, receiptFor, shares, submit } from '../../payments/pay.ts';
import { stateWhenPaid } from '../../payments/ways.ts';
import type { Case } from '../../src/case/case.ts';
import { hasSucceeded } from '../../src/http/exchange.ts';
import { type Play, startPlay } from '../../src/subject/play.ts';
import { invoiceOf } from '../../src/subject/shared-exchanges.ts';
import type { Subject } from '../../src/subject/subject.ts';
import { asOther } from '../../src/subject/switch-account.ts';
import { turnCase } from './near-ids.ts';

/** Receipts to submit, and the fields that the invoice must have afterwards. */
export interface Sum extends Pick<Case, 'id' | 'title' | 'requirement' | 'movesClock'> {
  /** The invoice's amount in cents, if the run's amount would hide the mistake. */
  cents?: number;
  /** Makes the payments, and returns the fields that the invoice must then have. */
  play(play: Play): Promise<Record<string, unknown>>;
}

/** Receipts that count even though something about them is unusual. */
export const countedReceipts: readonly Sum[] = [
  {
    id: 'paid-a-little-before',
    title: 'Both receipts count that were paid 4 min 58 s before their invoice was created',
    requirement: 'lifecycle-full-payment',
    async play(play) {
      const { part, rest, whole } = shares(play.subject);
      for (const cents of [part, rest]) await submit(play, await otherReceiptFor(play, cents, paidBefore(play.invoice, 298)));
      return { status: stateWhenPaid(play.subject.contract), paidAmount: whole / 100 };
    },
  },
  {
    id: 'tag-otherwise',
    title: 'A receipt counts if its tag differs only in letter case and in the $',
    requirement: 'lifecycle-full-payment',
    async play(play) {
      const { subject } = play;
      const created = await subject.create({ ...subject.createBody, cashTag: withDigit(String(subject.createBody.cashTag)) });
      // Keeps the original invoice if the deployment refuses this tag.
      if (hasSucceeded(created)) Object.assign(play, { invoice: invoiceOf(created), exchanges: [created] });
      const { whole } = shares(play.subject);
      await submit(play, await otherReceiptFor(play, whole, { cashTag: otherwise(String(play.invoice.cashTag)) }));
      return { status: stateWhenPaid(play.subject.contract), paidAmount: whole / 100 };
    },
  },
  {
    id: 'refused-elsewhere-first',
    title: 'A receipt that another invoice refused still counts for its own invoice',
    requirement: 'lifecycle-mismatched-receipt/unspent',
    play: (play) => countedAfterRefusal(play, play.subject),
  },
  {
    id: 'refused-by-other-account-first',
    title: "A receipt that another account's invoice refused still counts for its own invoice",
    requirement: 'lifecycle-mismatched-receipt/unspent',
    play: (play) => countedAfterRefusal(play, asOther(play.subject)),
  },
];

/** Appends a digit to a tag. In a tag of the maximum length, the digit replaces the last character. */
const withDigit = (tag: string): string => `${tag.length < 20 ? tag : tag.slice(0, -1)}2`;

/** Writes the same tag differently: swaps upper and lower case, and adds or removes the `$`. */
const otherwise = (tag: string): string => turnCase(tag.startsWith('$') ? tag.slice(1) : `$${tag}`);

/** Submits a receipt first for another invoice, where it must be refused, and then for its own. */
async function countedAfterRefusal(play: Play, other: Subject): Promise<Record<string, unknown>> {
  const { whole } = shares(play.subject);
  const elsewhere = await startPlay(other);
  const receipt = await receiptFor(play, whole);
  play.exchanges.push(await submit(elsewhere, receipt));
  await submit(play, receipt);
  return { status: stateWhenPaid(play.subject.contract), paidAmount: whole / 100 };
}

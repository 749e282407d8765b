import type { Case } from '../../src/case/case.ts';
import type { Contract } from '../../src/contract/contract.ts';
import { isSuccess } from '../../src/http/exchange.ts';
import { broken } from '../../src/outcome/make-finding.ts';
import { wayInto } from '../../src/subject/ways-into.ts';
import { type Play, receiptFor, shares, startPlay, submit } from '../play/play.ts';

const refusals: { id: string; title: string; requirement: string; state: string; receipt(play: Play): Promise<string> }[] = [
  {
    id: 'pending',
    title: 'A receipt whose payment is not final is refused the second time too',
    requirement: 'lifecycle-pending-payment',
    state: 'PENDING',
    receipt: (play) => receiptFor(play, shares(play.subject).whole, 'pending'),
  },
  {
    id: 'failed-after-part',
    title: 'A failed payment of an UNDER_PAID invoice is refused the second time too',
    requirement: 'lifecycle-failed-after-part',
    state: 'UNDER_PAID',
    receipt: (play) => receiptFor(play, shares(play.subject).rest, 'failed'),
  },
  {
    id: 'paid',
    title: 'A further receipt for a PAID invoice is refused the second time too',
    requirement: 'lifecycle-paid-is-final',
    state: 'PAID',
    receipt: (play) => receiptFor(play, shares(play.subject).whole),
  },
];

/** A refused receipt was not counted: it is refused again when it is submitted again. */
export function refusedAgainCases(contract: Contract): Case[] {
  return refusals.map(({ id, title, requirement, state, receipt }) => ({
    id: `lifecycle/refused-again/${id}`,
    title,
    requirement,
    operations: ['create-payment', 'submit-receipt'],
    async run({ subject }) {
      const play = await startPlay(subject);
      await wayInto(contract, state)?.go(play);
      const text = await receipt(play);
      const [first, second] = [await submit(play, text), await submit(play, text)];
      if (![first, second].some(({ answer: response }) => response && isSuccess(response))) return [];
      return broken(contract, requirement, {
        member: 'webReceipt',
        expected: 'no success, both times',
        received: `${first.answer?.status}, then ${second.answer?.status}`,
        exchanges: play.exchanges,
      });
    },
  }));
}

import type { Case } from '../../src/case/case.ts';
import type { Contract } from '../../src/contract/contract.ts';
import { isSuccess } from '../../src/http/exchange.ts';
import { broken } from '../../src/outcome/finding.ts';
import { wayInto } from '../../src/subject/ways-into.ts';
import { judgeCode } from '../derive/refusals/send-violation.ts';
import { type Play, readUntil, receiptFor, shares, startPlay, submit } from '../play/play.ts';

interface Refusal {
  id: string;
  title: string;
  /** The lifecycle event that this submit causes, and the invoice's state before it. */
  event: string;
  state: string;
  receipt(play: Play): Promise<string>;
}

const refusals: Refusal[] = [
  {
    id: 'pending',
    title: 'A receipt whose payment is not final is refused again the second time',
    event: 'receipt-payment-pending',
    state: 'PENDING',
    receipt: (play) => receiptFor(play, shares(play.subject).whole, 'pending'),
  },
  {
    id: 'pending-after-part',
    title: 'An UNDER_PAID invoice refuses a receipt whose payment is not final again the second time',
    event: 'receipt-payment-pending',
    state: 'UNDER_PAID',
    receipt: (play) => receiptFor(play, shares(play.subject).rest, 'pending'),
  },
  {
    id: 'failed-after-part',
    title: 'An UNDER_PAID invoice refuses a failed payment again the second time',
    event: 'receipt-payment-failed',
    state: 'UNDER_PAID',
    receipt: (play) => receiptFor(play, shares(play.subject).rest, 'failed'),
  },
  {
    id: 'paid',
    title: 'A PAID invoice refuses a further receipt again the second time',
    event: 'receipt-reaches-amount',
    state: 'PAID',
    receipt: (play) => receiptFor(play, shares(play.subject).whole),
  },
];

/** Cases which check that a refused receipt was not counted: submitted again, it is refused for the same reason. */
export function refusedAgainCases(contract: Contract): Case[] {
  return refusals.flatMap(({ id, title, event, state, receipt }) => {
    const refused = contract.lifecycle.transitions.find((one) => one.event === event && one.from.includes(state));
    const { requirement, problem } = refused ?? {};
    if (requirement === undefined || problem === undefined) return [];
    return {
      id: `lifecycle/refused-again/${id}`,
      title,
      requirement,
      operations: ['create-payment', 'submit-receipt'],
      derived: true,
      problem,
      async run({ subject, features }) {
        const play = await startPlay(subject);
        await wayInto(contract, state)?.go(play);
        await readUntil(play, { status: state });
        const text = await receipt(play);
        const [first, second] = [await submit(play, text), await submit(play, text)];
        if (![first, second].some(({ answer: response }) => response && isSuccess(response)))
          return judgeCode(contract, features, requirement, problem, second);
        return broken(contract, requirement, {
          member: 'webReceipt',
          expected: 'no success, both times',
          received: `${first.answer?.status}, then ${second.answer?.status}`,
          exchanges: play.exchanges,
        });
      },
    };
  });
}

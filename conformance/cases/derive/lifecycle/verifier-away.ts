import { paid, receiptFor, receiptRequest, shares } from '../../../payments/pay.ts';
import type { Case } from '../../../src/case/case.ts';
import type { Contract } from '../../../src/contract/contract.ts';
import { mainSlugs } from '../../../src/contract/main-object.ts';
import { hasSucceeded } from '../../../src/http/exchange.ts';
import { broken, insteadOf } from '../../../src/outcome/finding.ts';
import { type Play, startPlay } from '../../../src/subject/play.ts';
import { duringOutage } from '../../../src/subject/require-ability.ts';
import { stateAfter, wayInto } from '../../../src/subject/ways-into.ts';
import { checkResponse, featuresOfCell, transitionAt } from './unchanged.ts';

/** Pays an invoice in two parts if that brings it into `state`. Otherwise goes the usual way, and pays a cent more if allowed. */
async function bringInto(contract: Contract, state: string, play: Play): Promise<void> {
  const { part, rest } = shares(play.subject);
  const takesParts = part > 0 && stateAfter(contract, 'receipt-below-amount') !== contract.lifecycle.initial;
  if (takesParts && stateAfter(contract, 'receipt-below-amount', 'receipt-reaches-amount') === state) {
    await paid(play, part);
    await paid(play, rest);
    return;
  }
  await wayInto(contract, state)?.go(play);
  const another = transitionAt(contract, 'receipt-below-amount', state);
  if (another === undefined || another.problem !== undefined) return;
  // Drops a refused receipt, because only a counted one can be repeated. Another case reports the refusal.
  if (!hasSucceeded(await paid(play, 1))) play.counted.pop();
}

/**
 * Derives a case for an outage of the verifier. The case fetches an invoice in this state, repeats each of its receipts, and
 * submits a new one. In a final state, the new receipt must be refused in the same way as without the outage.
 */
export const deriveVerifierAway = (contract: Contract, state: string): Case[] => {
  const repeated = transitionAt(contract, 'receipt-repeated', state);
  const further = transitionAt(contract, 'verifier-unavailable', state);
  // In this state no receipt can have been counted, so there is none to repeat.
  if (repeated === undefined) return [];
  return [
    {
      id: `lifecycle/${state}/repeated-while-verifier-away`,
      title: `While the verifier is away, repeating any receipt of a ${state} invoice returns 200, as its fetch does, and another is refused`,
      requirement: 'lifecycle-repeated-receipt/without-verifier',
      covers: ['fetch-answers-invoice', ...(further?.requirement === undefined ? [] : [further.requirement])],
      operations: mainSlugs(contract),
      features: featuresOfCell(contract, repeated, state),
      ...(state === 'EXPIRED' && { movesClock: true }),
      async run({ subject, features }) {
        const play = await startPlay(subject);
        await bringInto(contract, state, play);
        const { id: invoiceId } = play.invoice;
        const receipts = [...play.counted, await receiptFor(play, 1)];
        const [fetched, ...submitted] = await duringOutage(subject, 'verifier', async () => {
          const exchanges = [await subject.sendOnce(subject.fetchRequest(invoiceId))];
          for (const webReceipt of receipts)
            exchanges.push(await subject.sendOnce(receiptRequest(subject, invoiceId, webReceipt)));
          return exchanges;
        });
        const last = submitted.pop();
        const refused = submitted.find((exchange) => !hasSucceeded(exchange));
        const wrong = refused ?? fetched;
        if (wrong && !hasSucceeded(wrong))
          return broken(contract, refused ? 'lifecycle-repeated-receipt' : 'fetch-answers-invoice', {
            ...(refused && { member: 'webReceipt' }),
            ...insteadOf('200 with the invoice, while the verifier is away', wrong),
            exchanges: [...play.exchanges, wrong],
          });
        if (!further || !last) return [];
        play.exchanges.push(last);
        return checkResponse(contract, features, further, play, last);
      },
    },
  ];
};

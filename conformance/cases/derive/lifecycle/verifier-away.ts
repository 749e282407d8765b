import type { Case, DeclareCases } from '../../../src/case/case.ts';
import { showValue } from '../../../src/contract/describe-schema.ts';
import { isSuccess } from '../../../src/http/exchange.ts';
import { broken } from '../../../src/outcome/make-finding.ts';
import { duringOutage } from '../../../src/subject/during-outage.ts';
import { wayInto } from '../../../src/subject/ways-into.ts';
import { startPlay } from '../../play/play.ts';
import { featuresOfCell } from './judge-unchanged.ts';

/** Derives a state's case that submits the last receipt again during an outage of the verifier. */
export const deriveVerifierAway = (contract: Parameters<DeclareCases>[0], state: string): Case[] => {
  const repeated = contract.lifecycle.transitions.find(
    ({ event, from, impossible }) => event === 'receipt-repeated' && from.includes(state) && impossible === undefined,
  );
  // No receipt has been counted on an invoice in this state.
  if (repeated === undefined) return [];
  return [
    {
      id: `lifecycle/${state}/repeated-while-verifier-away`,
      title: `While the verifier is away the last receipt of a ${state} invoice returns 200 again`,
      requirement: 'lifecycle-repeated-receipt/without-verifier',
      operations: ['create-payment', 'submit-receipt'],
      features: featuresOfCell(contract, repeated, state),
      derived: true,
      ...(state === 'EXPIRED' && { movesClock: true }),
      async run({ subject }) {
        const play = await startPlay(subject);
        await wayInto(contract, state)?.go(play);
        const spec = subject.requestOf('submitReceipt', {
          invoiceId: play.invoice.id,
          webReceipt: play.counted.at(-1),
        });
        const exchange = await duringOutage(subject, 'verifier', () => subject.sendOnce(spec));
        if (exchange.answer && isSuccess(exchange.answer)) return [];
        return broken(contract, 'lifecycle-repeated-receipt', {
          member: 'webReceipt',
          expected: '200 with the invoice',
          received: `${exchange.answer?.status} ${showValue(exchange.answer?.text)}`,
          exchanges: [...play.exchanges, exchange],
        });
      },
    },
  ];
};

import type { Case, DeclareCases } from '../../src/case/case.ts';
import { checkProblem } from '../../src/checks/check-problem.ts';
import { requirementById } from '../../src/contract/contract.ts';
import { showValue } from '../../src/contract/describe-schema.ts';
import { isSuccess } from '../../src/http/exchange.ts';
import { jsonRequest } from '../../src/http/json-request.ts';
import { broken } from '../../src/outcome/make-finding.ts';
import { duringOutage } from '../play/outage.ts';
import { read, receiptFor, shares, startPlay, waysInto } from '../play/play.ts';

/** Derives the cases of one state while the verifier is away: a further receipt, and the last one again. */
export const deriveVerifierAway = (contract: Parameters<DeclareCases>[0], state: string): Case[] => {
  const transition = contract.lifecycle.transitions.find(
    ({ event, from }) => event === 'verifier-unavailable' && from.includes(state),
  );
  const { requirement = '', problem = '' } = transition ?? {};
  return [
    {
      id: `lifecycle/${state}/verifier-unavailable`,
      title: `While the verifier is away a ${state} invoice answers a further receipt with ${problem}, and stays as it is`,
      requirement,
      operations: ['create-payment', 'submit-receipt', 'fetch-payment'],
      features: ['problem-details'],
      alone: true,
      async run({ subject }) {
        const play = await startPlay(subject);
        const receipt = await receiptFor(play, shares(subject).rest);
        await waysInto[state]?.(play);
        const before = await read(play);
        const spec = jsonRequest(subject.pathOf('submitReceipt'), { invoiceId: play.invoice.id, webReceipt: receipt });
        const exchange = await duringOutage(subject, 'verifier', () => subject.sendOnce(spec));
        const after = await read(play);
        const wrong = checkProblem(
          contract,
          {
            pointer: requirementById(contract, requirement).pointer,
            problem: { requirement: requirementById(contract, requirement), code: problem },
          },
          exchange,
        );
        const changed = ['status', 'paidAmount', 'receiptId'].find((field) => after[field] !== before[field]);
        if (wrong.length > 0 || changed === undefined) return wrong;
        return broken(contract, requirement, {
          member: changed,
          expected: `${changed}: ${showValue(before[changed])}`,
          received: `${changed}: ${showValue(after[changed])}`,
          exchanges: [exchange, ...play.exchanges.slice(-1)],
        });
      },
    },
    {
      id: `lifecycle/${state}/repeated-while-verifier-away`,
      title: `While the verifier is away the last receipt of a ${state} invoice is answered 200 again`,
      requirement: 'lifecycle-repeated-receipt',
      operations: ['create-payment', 'submit-receipt'],
      alone: true,
      async run({ subject }) {
        const play = await startPlay(subject);
        await waysInto[state]?.(play);
        const spec = jsonRequest(subject.pathOf('submitReceipt'), {
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

import { receiptFor, shares } from '../../payments/pay.ts';
import { stateWhenPaid } from '../../payments/ways.ts';
import type { DeclareCases } from '../../src/case/case.ts';
import { showValue } from '../../src/contract/describe-schema.ts';
import { hasSucceeded } from '../../src/http/exchange.ts';
import { broken } from '../../src/outcome/finding.ts';
import { sleep } from '../../src/places/places.ts';
import { read, readUntil, startPlay } from '../../src/subject/play.ts';
import { duringOutage } from '../../src/subject/require-ability.ts';
import { deriveTransitions } from '../derive/lifecycle/transitions.ts';
import { judgeFields } from '../derive/lifecycle/unchanged.ts';
import { judgeUnavailable, sinceOutage } from '../play/outage.ts';

// This case replaces the derived one, because it also submits the receipt again once the verifier is back.
const verifierAway = 'lifecycle/PENDING/verifier-unavailable';

export const pendingCases: DeclareCases = (contract) => [
  ...deriveTransitions(contract, 'PENDING').filter(({ id }) => id !== verifierAway),
  {
    id: verifierAway,
    proves: ['cell verifier-unavailable in PENDING'],
    title: 'A receipt changes nothing while the verifier is away, and is accepted afterwards',
    requirement: 'lifecycle-verifier-away/taken-after',
    operations: ['create-payment', 'submit-receipt', 'fetch-payment'],
    features: ['problem-details'],
    async run(context) {
      const { subject } = context;
      const play = await startPlay(subject);
      const webReceipt = await receiptFor(play, shares(subject).whole);
      const spec = subject.requestOf('submitReceipt', { invoiceId: play.invoice.id, webReceipt });
      const away = await duringOutage(subject, 'verifier', () => subject.sendOnce(spec));
      await sleep(sinceOutage);
      const after = await read(play);
      const taken = await subject.sendOnce(spec);
      const full = stateWhenPaid(contract);
      const { status } = await readUntil(play, { status: full });
      const kept = {
        expected: { status: 'PENDING', receiptId: null },
        shown: after,
        exchanges: [away, ...play.exchanges.slice(-1)],
      };
      return [
        ...judgeUnavailable(context, 'lifecycle-verifier-away', 'receipt_verifier_unavailable', away),
        ...judgeFields(contract, 'lifecycle-verifier-away', kept),
        ...(hasSucceeded(taken) && status === full
          ? []
          : broken(contract, 'lifecycle-verifier-away', {
              member: 'webReceipt',
              expected: `a success once the verifier is back, and status: ${showValue(full)}`,
              received: `${taken.answer?.status} ${showValue(taken.answer?.text)}, status: ${showValue(status)}`,
              exchanges: [away, taken],
            })),
      ];
    },
  },
];

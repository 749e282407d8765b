import type { DeclareCases } from '../../src/case/case.ts';
import { showValue } from '../../src/contract/describe-schema.ts';
import { isSuccess } from '../../src/http/exchange.ts';
import { broken } from '../../src/outcome/finding.ts';
import { sleep } from '../../src/places/places.ts';
import { duringOutage } from '../../src/subject/require-ability.ts';
import { stateWhenPaid } from '../../src/subject/ways-into.ts';
import { deriveTransitions } from '../derive/lifecycle/transitions.ts';
import { judgeUnavailable } from '../play/outage.ts';
import { read, readUntil, receiptFor, shares, startPlay } from '../play/play.ts';

/**
 * How long to wait after an outage, in milliseconds. A deployment that has only postponed a refused request carries it out within
 * this time.
 */
const sinceOutage = 150;

// A case written by hand in place of the derived one: it also submits the receipt again once the verifier is back.
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
      const body = { invoiceId: play.invoice.id, webReceipt: await receiptFor(play, shares(subject).whole) };
      const spec = subject.requestOf('submitReceipt', body);
      const away = await duringOutage(subject, 'verifier', () => subject.sendOnce(spec));
      // Waits before it reads, because a refused request must not be carried out later.
      await sleep(sinceOutage);
      const after = await read(play);
      const unchanged = after.status === 'PENDING' && after.receiptId === null;
      const taken = await subject.sendOnce(spec);
      const full = stateWhenPaid(contract);
      const { status } = await readUntil(play, { status: full });
      return [
        ...judgeUnavailable(context, 'lifecycle-verifier-away', 'receipt_verifier_unavailable', away),
        ...(unchanged
          ? []
          : broken(contract, 'lifecycle-verifier-away', {
              member: 'status',
              expected: 'status: "PENDING"',
              received: `status: ${JSON.stringify(after.status)}`,
              exchanges: [away, ...play.exchanges.slice(-1)],
            })),
        ...(taken.answer && isSuccess(taken.answer) && status === full
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

import type { Case, CaseContext } from '../../src/case/case.ts';
import { checkProblem } from '../../src/checks/check-problem.ts';
import { type Contract, requirementById } from '../../src/contract/contract.ts';
import { showValue } from '../../src/contract/describe-schema.ts';
import { answerHeader, type Exchange, isSuccess } from '../../src/http/exchange.ts';
import { jsonRequest } from '../../src/http/json-request.ts';
import type { Finding } from '../../src/outcome/finding.ts';
import { makeFinding } from '../../src/outcome/make-finding.ts';
import { requireAbility } from '../../src/subject/require-ability.ts';
import type { Subject } from '../../src/subject/subject.ts';
import { read, readUntil, receiptFor, shares, startPlay } from '../lifecycle/play.ts';

/** What a deployment answers while a part of it is away; the adapter takes it away and gives it back. */
export function outageCases(contract: Contract): Case[] {
  return [
    {
      id: 'lifecycle/PENDING/verifier-unavailable',
      title: 'A receipt changes nothing while the verifier is away, and is taken after',
      requirement: 'lifecycle-verifier-away',
      operations: ['create-payment', 'submit-receipt', 'fetch-payment'],
      features: ['problem-details'],
      alone: true,
      async run(context) {
        const { subject } = context;
        const play = await startPlay(subject);
        const body = { invoiceId: play.invoice.id, webReceipt: await receiptFor(play, shares(subject).whole) };
        const spec = jsonRequest(subject.pathOf('submitReceipt'), body);
        const away = await during(subject, 'verifier', () => subject.sendOnce(spec));
        const after = await read(play);
        const unchanged = after.status === 'PENDING' && after.receiptId === null;
        const taken = await subject.sendOnce(spec);
        const { status } = await readUntil(play, { status: 'PAID' });
        return [
          ...unavailable(context, 'lifecycle-verifier-away', 'receipt_verifier_unavailable', away),
          ...(unchanged
            ? []
            : [
                makeFinding(contract, 'lifecycle-verifier-away', {
                  member: 'status',
                  expected: 'status: "PENDING"',
                  received: `status: ${JSON.stringify(after.status)}`,
                  exchanges: [away, ...play.exchanges.slice(-1)],
                }),
              ]),
          ...(taken.answer && isSuccess(taken.answer) && status === 'PAID'
            ? []
            : [
                makeFinding(contract, 'lifecycle-verifier-away', {
                  member: 'webReceipt',
                  expected: 'a success once the verifier is back, and status: "PAID"',
                  received: `${taken.answer?.status} ${showValue(taken.answer?.text)}, status: ${showValue(status)}`,
                  exchanges: [away, taken],
                }),
              ]),
        ];
      },
    },
    {
      id: 'answers/store-unavailable',
      title: 'A create is answered 503 while the store is away',
      requirement: 'unavailable-is-503',
      operations: ['create-payment'],
      alone: true,
      async run(context) {
        const { subject } = context;
        const spec = jsonRequest(subject.pathOf('createPayment'), subject.createBody);
        const away = await during(subject, 'store', () => subject.sendOnce(spec));
        return unavailable(context, 'unavailable-is-503', 'service_unavailable', away);
      },
    },
  ];
}

async function during(subject: Subject, part: 'verifier' | 'store', ask: () => Promise<Exchange>): Promise<Exchange> {
  const outage = requireAbility(subject, 'outage', 'A part that can be taken away is needed');
  await outage(part, true, subject.settings);
  try {
    return await ask();
  } finally {
    await outage(part, false, subject.settings);
  }
}

function unavailable({ contract }: CaseContext, id: string, code: string, exchange: Exchange): Finding[] {
  const requirement = requirementById(contract, id);
  const findings = checkProblem(contract, { pointer: requirement.pointer, problem: { requirement, code } }, exchange);
  const after = exchange.answer && answerHeader(exchange.answer, 'retry-after');
  if (findings.length > 0 || after !== undefined) return findings;
  return [
    makeFinding(contract, id, { member: 'Retry-After', expected: 'Retry-After', received: 'absent', exchanges: [exchange] }),
  ];
}

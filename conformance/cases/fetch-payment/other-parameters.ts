import type { DeclareCases } from '../../src/case/case.ts';
import { operationById } from '../../src/contract/contract.ts';
import { showValue } from '../../src/contract/describe-schema.ts';
import { type Exchange, isSuccess, responseObject } from '../../src/http/exchange.ts';
import { CaseInconclusive } from '../../src/outcome/case-inconclusive.ts';
import { broken } from '../../src/outcome/finding.ts';
import { sleep } from '../../src/places/places.ts';
import { stateWhenPaid } from '../../src/subject/ways-into.ts';
import { changingFields } from '../play/change-of.ts';
import { paid, readUntil, shares, startPlay } from '../play/play.ts';

/** Number of reads after which a replica must have caught up. */
const patience = 20;

/** Cases that send headers of other operations, such as Idempotency-Key, which some clients send with every call. */
export const otherParametersCases: DeclareCases = (contract) => {
  const own = operationById(contract, 'fetchPayment').parameters.map(({ name }) => name);
  const all = contract.operations.flatMap(({ parameters }) => parameters);
  const others = all.filter((one) => one.in === 'header' && !own.includes(one.name));
  const names = others.map(({ name }) => name).join(', ');
  const features = others.flatMap(({ feature }) => feature ?? []);
  if (others.length === 0) return [];
  return [
    {
      id: 'fetch-payment/other-parameters',
      title: `A fetch with the ${names} of an earlier fetch reads the invoice as it is now`,
      requirement: 'fetch-reads-current-state',
      operations: ['create-payment', 'submit-receipt', 'fetch-payment'],
      features: [...new Set([...features, 'lifecycle'])],
      derived: true,
      waits: true,
      async run({ subject }) {
        const play = await startPlay(subject);
        const spec = subject.requestOf('fetchPayment', { invoiceId: play.invoice.id });
        const headers = others.map(({ name }): [string, string] => [name, crypto.randomUUID()]);
        const request = { ...spec, headers: [...spec.headers, ...headers] };
        const first = await subject.send(request);
        await paid(play, shares(subject).whole);
        const full = stateWhenPaid(contract);
        const now = await readUntil(play, { status: full });
        if (now.status !== full)
          throw new CaseInconclusive(`The invoice could not be brought to ${full}. Another case says why.`);
        let last: Exchange | undefined;
        for (let count = 0; count < patience; count++) {
          last = await subject.send(request);
          const shown = last.answer && isSuccess(last.answer) ? responseObject(last.answer) : undefined;
          // A refused fetch shows no outdated invoice, so it is not a violation.
          if (shown === undefined || changingFields.every((field) => shown[field] === now[field])) return [];
          await sleep(100);
        }
        return broken(contract, 'fetch-reads-current-state', {
          member: names,
          expected: `status: ${showValue(now.status)}, as a fetch without the header returns`,
          received: showValue(last?.answer?.text),
          exchanges: [first, ...play.exchanges, ...(last ? [last] : [])],
        });
      },
    },
  ];
};

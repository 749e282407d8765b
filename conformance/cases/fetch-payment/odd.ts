import { paid, receiptFor, shares, submit } from '../../payments/pay.ts';
import { stateWhenPaid } from '../../payments/ways.ts';
import type { Case, DeclareCases } from '../../src/case/case.ts';
import { type Contract, type Operation, operationById, requirementAbout } from '../../src/contract/contract.ts';
import { showValue } from '../../src/contract/describe-schema.ts';
import { type Exchange, hasSucceeded, responseObject } from '../../src/http/exchange.ts';
import { CaseInconclusive } from '../../src/outcome/case-inconclusive.ts';
import { broken, type Finding, insteadOf } from '../../src/outcome/finding.ts';
import { sleep } from '../../src/places/places.ts';
import { readUntil, startPlay } from '../../src/subject/play.ts';
import { invoiceOf, sharedCreate } from '../../src/subject/shared-exchanges.ts';
import { judgeNoSuccess } from '../derive/refusals/send-violation.ts';
import { changingFields } from '../play/change-of.ts';
import { nearIds, oddTexts, requirementOfUnknown, wordsForIds } from '../play/near-ids.ts';
import { firstWrong, judgeNoServerError } from '../play/odd-input.ts';

/** JSON values on which some parsers fail. */
const oddValues = [
  ...[200, 5000].map((depth) => '['.repeat(depth) + ']'.repeat(depth)),
  `${'{"a":'.repeat(2000)}1${'}'.repeat(2000)}`,
  `"${'\\u0000'.repeat(100)}"`,
  '9'.repeat(5000),
];

/** Checks that the response to a request with an id that no invoice has is neither a success nor a 5xx. */
export function judgeNearId(
  contract: Contract,
  { id, requestPointer }: Operation,
  features: ReadonlySet<string>,
  [real, tried]: [real: unknown, tried: unknown],
  exchange: Exchange,
): Finding[] {
  const wrong = judgeNoServerError(contract, 'invoiceId', showValue(tried), exchange);
  if (wrong.length > 0 || !hasSucceeded(exchange)) return wrong;
  return broken(contract, requirementOfUnknown(id === 'fetchPayment' ? 'fetch' : 'submit', features), {
    member: 'invoiceId',
    pointer: `${requestPointer}/properties/invoiceId`,
    difference: `invoiceId: ${showValue(real)} → ${showValue(tried)}`,
    ...insteadOf('no success: no invoice has this id', exchange),
  });
}

/** Cases for unusual fetches: with ids that no invoice has, with unknown fields or other headers, and many in a row. */
export const oddCases: DeclareCases = (contract) => [
  {
    id: 'fetch-payment/odd/ids',
    title: 'An unknown id, similar to a known one or not, leads neither to an invoice nor to a 500',
    requirement: 'fetch-refuses-wrong-types',
    covers: ['bad-input-is-no-server-error', 'unknown-invoice-is-404'],
    operations: ['create-payment', 'fetch-payment'],
    async run({ subject, features }) {
      const { id, note, paymentUrl } = invoiceOf(await sharedCreate(subject));
      const near = typeof id === 'string' ? nearIds(id) : [];
      // Where ids are numbers, a numeric note may be the id of another invoice, so it is not tried.
      const areNumbers = [id, note].every((value) => /^\d+$/.test(String(value)));
      const names = typeof note === 'string' && note !== id && !areNumbers ? [note] : [];
      const all = [...near, ...names, ...(paymentUrl === id ? [] : [paymentUrl]), ...wordsForIds, ...oddTexts];
      const fetch = operationById(contract, 'fetchPayment');
      return firstWrong(all, async (tried) => judgeNearId(contract, fetch, features, [id, tried], await subject.fetch(tried)));
    },
  },
  {
    id: 'fetch-payment/odd/values',
    title: 'A deep or a long value beside the id does not lead to a 500',
    requirement: 'bad-input-is-no-server-error',
    operations: ['create-payment', 'fetch-payment'],
    takesEither: true,
    async run({ subject }) {
      const { id } = invoiceOf(await sharedCreate(subject));
      return firstWrong(oddValues, async (json) => {
        const body = `{"invoiceId":${JSON.stringify(id)},"a":${json}}`;
        const exchange = await subject.send({ ...subject.requestOf('fetchPayment', {}), body });
        return judgeNoServerError(contract, 'a', json.slice(0, 60), exchange);
      });
    },
  },
  {
    id: 'fetch-payment/odd/often',
    title: 'Each of twelve reads of an invoice returns that invoice',
    requirement: 'fetch-answers-invoice',
    operations: ['create-payment', 'fetch-payment'],
    async run({ subject }) {
      const { id } = invoiceOf(await subject.create());
      // Creates a newer invoice, to find a server that returns the newest one instead.
      await subject.create();
      return firstWrong([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12], async (count) => {
        const exchange = await subject.fetch(id);
        const shown = invoiceOf(exchange);
        if (shown.id === id) return [];
        return broken(contract, 'fetch-answers-invoice', {
          member: 'id',
          expected: `id: ${showValue(id)}, as asked for`,
          received: `id: ${showValue(shown.id)} at read ${count}`,
          exchanges: [exchange],
        });
      });
    },
  },
  otherNamesCase(contract),
  ...otherParametersCases(contract),
];

/** Makes a case which tries the other unique values of an invoice in place of its id. */
function otherNamesCase(contract: Contract): Case {
  const requirement = requirementAbout(operationById(contract, 'fetchPayment'), 'unknown-id').id;
  return {
    id: 'fetch-payment/other-names',
    title: 'An invoice is not found by its note, its paymentUrl or its receipt',
    requirement,
    operations: ['fetch-payment', 'submit-receipt'],
    async run({ subject }) {
      const play = await startPlay(subject);
      const webReceipt = await receiptFor(play, shares(subject).whole);
      const submitted = await submit(play, webReceipt);
      const shown = { ...play.invoice, ...(submitted.answer && responseObject(submitted.answer)), webReceipt };
      const { id, note, paymentUrl, receiptId }: Record<string, unknown> = shown;
      const names = Object.entries({ note, paymentUrl, receiptId, webReceipt });
      return firstWrong(
        names.filter(([, value]) => typeof value === 'string' && value !== id),
        async ([field, value]) => {
          const about = { member: 'invoiceId', difference: `invoiceId: the invoice's id → its ${field}` };
          return judgeNoSuccess(contract, requirement, await subject.fetch(value), { ...about, expected: 'no success: 404' });
        },
      );
    },
  };
}

/** Number of reads after which a replica must have caught up. */
const patience = 20;

/** Cases that send headers of other operations, such as Idempotency-Key, which some clients send with every call. */
const otherParametersCases: DeclareCases = (contract) => {
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
          const shown = hasSucceeded(last) && last.answer && responseObject(last.answer);
          // A refused fetch shows no outdated invoice, so it is not a violation.
          if (!shown || changingFields.every((field) => shown[field] === now[field])) return [];
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

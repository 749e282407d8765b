import { isDeepStrictEqual } from 'node:util';
import type { Case } from '../../src/case/case.ts';
import { compileSchema } from '../../src/contract/compile-schema.ts';
import { type Contract, operationById, type Schema } from '../../src/contract/contract.ts';
import { showValue } from '../../src/contract/describe-schema.ts';
import { follow } from '../../src/contract/follow-reference.ts';
import { isSuccess, responseHeader, responseObject } from '../../src/http/exchange.ts';
import { CaseSkipped } from '../../src/outcome/case-skipped.ts';
import type { Finding } from '../../src/outcome/finding.ts';
import { broken } from '../../src/outcome/make-finding.ts';
import { invoiceOf } from '../../src/subject/invoice-of.ts';
import { keyForms } from '../derive/keys/key-forms.ts';
import { ownerTrials } from '../derive/keys/key-owners.ts';
import { deriveOldKeys } from '../derive/keys/old-keys.ts';
import { create, idOf, type KeyTrial, otherFields, refusedWith, sameJson, shown } from '../play/key-trial.ts';

const trials: KeyTrial[] = [
  {
    id: 'repeated',
    title: 'The same key and body give the same invoice',
    requirement: 'idempotency-replays',
    async try(subject, key) {
      const exchanges = [await create(subject, key), await create(subject, key)];
      const same = sameJson(exchanges[0], exchanges[1]) && isSuccess(exchanges[1]?.answer as never);
      return {
        exchanges,
        expected: `the stored body: ${showValue(idOf(exchanges[0]))}`,
        ...(!same && { received: showValue(exchanges[1]?.answer?.text) }),
      };
    },
  },
  {
    id: 'repeated-status',
    title: 'The repeated response has the status of the first',
    requirement: 'create-status-200',
    features: ['idempotency'],
    async try(subject, key) {
      const exchanges = [await create(subject, key), await create(subject, key)];
      const statuses = exchanges.map(({ answer: response }) => response?.status);
      const { status: right } = operationById(subject.contract, 'createPayment');
      const wrong = statuses.some((status) => status !== right);
      return { exchanges, expected: `${right}, then ${right}`, ...(wrong && { received: statuses.join(', then ') }) };
    },
  },
  {
    id: 'after-change',
    title: 'The stored body is given when the invoice has changed meanwhile',
    requirement: 'idempotency-replays',
    async try(subject, key) {
      const first = await create(subject, key);
      const invoice = invoiceOf(first);
      const receipt = await subject.pay({ invoice, amount: subject.settings.amount, outcome: 'completed' });
      if (receipt === null)
        throw new CaseSkipped('No way to make a payment is known. Say how to pay with --pay or --adapter.', 'pay');
      const exchanges = [first, await subject.submit(invoice.id, receipt), await create(subject, key)];
      const same = sameJson(first, exchanges[2]);
      return {
        exchanges,
        expected: `the stored body: ${showValue(first.answer?.text)}`,
        ...(!same && { received: showValue(exchanges[2]?.answer?.text) }),
      };
    },
  },
  {
    id: 'other-body-after-change',
    problem: 'idempotency_key_reused',
    title: 'The same key with another body is refused when the invoice has changed meanwhile, too',
    requirement: 'idempotency-other-body-refused',
    async try(subject, key, features) {
      const first = await create(subject, key);
      const invoice = invoiceOf(first);
      const receipt = await subject.pay({ invoice, amount: subject.settings.amount, outcome: 'completed' });
      if (receipt === null)
        throw new CaseSkipped('No way to make a payment is known. Say how to pay with --pay or --adapter.', 'pay');
      const paid = await subject.submit(invoice.id, receipt);
      const exchanges = [first, paid, await create(subject, key, { ...subject.createBody, ...otherFields(subject)[0] })];
      return { exchanges, ...refusedWith(exchanges[2], 422, 'idempotency_key_reused', features) };
    },
  },
  {
    id: 'replay-changes-nothing',
    title: 'A replay leaves the invoice as it was',
    requirement: 'idempotency-replays',
    async try(subject, key) {
      const first = await create(subject, key);
      const { id } = invoiceOf(first);
      const exchanges = [first, await subject.fetch(id), await create(subject, key), await subject.fetch(id)];
      const [before, after] = [exchanges[1], exchanges[3]].map((one) => one?.answer && responseObject(one.answer));
      // A field that the contract does not know may be another at each read.
      const known = Object.keys(operationById(subject.contract, 'fetchPayment').response.properties ?? {});
      const same = before !== undefined && known.every((field) => isDeepStrictEqual(before[field], after?.[field]));
      return {
        exchanges,
        expected: `the invoice as before the replay: ${showValue(exchanges[1]?.answer?.text)}`,
        ...(!same && { received: showValue(exchanges[3]?.answer?.text) }),
      };
    },
  },
  {
    id: 'of-create-only',
    title: 'A key that a create used means nothing to a fetch: it reads the invoice that it names',
    requirement: 'fetch-answers-invoice',
    features: ['idempotency'],
    sends: (key) => [`${key}-2`],
    async try(subject, key) {
      const used = await create(subject, key);
      const other = await create(subject, `${key}-2`);
      const request = subject.requestOf('fetchPayment', { invoiceId: idOf(other) });
      request.headers.push(['Idempotency-Key', key]);
      const exchanges = [used, other, await subject.send(request)];
      const right = idOf(exchanges[2]) === idOf(other);
      return { exchanges, expected: `the invoice ${showValue(idOf(other))}`, ...(!right && { received: shown(exchanges[2]) }) };
    },
  },
  {
    id: 'says-replayed',
    title: 'Only a repeated response says that it is one, and the second one too',
    requirement: 'idempotency-says-replayed',
    async try(subject, key) {
      const exchanges = [await create(subject, key), await create(subject, key), await create(subject, key)];
      const said = exchanges.map(
        ({ answer: response }) => (response && responseHeader(response, 'idempotent-replayed')) ?? 'absent',
      );
      const right = said.join() === 'absent,true,true';
      return {
        exchanges,
        expected: 'Idempotent-Replayed: absent, then true, then true',
        ...(!right && { received: `Idempotent-Replayed: ${said.join(', then ')}` }),
      };
    },
  },
  {
    id: 'other-body',
    problem: 'idempotency_key_reused',
    title: 'The same key with another body is refused, whichever field is another',
    requirement: 'idempotency-other-body-refused',
    async try(subject, key, features) {
      const first = await create(subject, key);
      for (const field of otherFields(subject)) {
        const exchanges = [first, await create(subject, key, { ...subject.createBody, ...field })];
        const judged = refusedWith(exchanges[1], 422, 'idempotency_key_reused', features);
        if (judged.received !== undefined) return { exchanges, ...judged };
      }
      return { exchanges: [first], expected: '422 idempotency_key_reused' };
    },
  },
  {
    id: 'other-spelling',
    title: 'White space and the order of fields do not make another body',
    requirement: 'idempotency-body-by-value',
    async try(subject, key) {
      const body = subject.createBody;
      const turned = Object.fromEntries(Object.entries(body).reverse());
      const exchanges = [await create(subject, key), await create(subject, key, turned, JSON.stringify(turned, null, 3))];
      const same = idOf(exchanges[0]) === idOf(exchanges[1]) && idOf(exchanges[0]) !== undefined;
      return { exchanges, expected: 'the same invoice', ...(!same && { received: shown(exchanges[1]) }) };
    },
  },
  {
    id: 'null-is-absent',
    title: 'Null for a field that may be left out does not make another body',
    requirement: 'idempotency-body-by-value',
    features: ['strict-requests'],
    async try(subject, key) {
      const nullable = Object.entries(operationById(subject.contract, 'createPayment').request.properties ?? {}).filter(
        ([name, { type }]) => [type].flat().includes('null') && !Object.hasOwn(subject.createBody, name),
      );
      const nulls = Object.fromEntries(nullable.map(([name]) => [name, null]));
      const exchanges = [await create(subject, key), await create(subject, key, { ...subject.createBody, ...nulls })];
      const same = idOf(exchanges[0]) === idOf(exchanges[1]) && idOf(exchanges[0]) !== undefined;
      return { exchanges, expected: 'the same invoice', ...(!same && { received: shown(exchanges[1]) }) };
    },
  },
  {
    id: 'amount-otherwise',
    title: 'An amount that is written otherwise does not make another body',
    requirement: 'idempotency-body-by-value',
    async try(subject, key) {
      const text = JSON.stringify(subject.createBody);
      const { amount } = subject.settings;
      const otherwise = text.replace(`"amount":${amount}`, `"\\u0061mount":${amount.toFixed(2)}0e0`);
      const exchanges = [await create(subject, key), await create(subject, key, subject.createBody, otherwise)];
      const same = idOf(exchanges[0]) === idOf(exchanges[1]);
      return { exchanges, expected: 'the same invoice', ...(!same && { received: shown(exchanges[1]) }) };
    },
  },
  {
    id: 'other-case',
    title: 'A key in capitals is another key',
    requirement: 'idempotency-replays',
    sends: (key) => [`${key}-k`, `${key}-K`],
    async try(subject, key) {
      const exchanges = [await create(subject, `${key}-k`), await create(subject, `${key}-K`)];
      const [one, other] = exchanges.map(idOf);
      const right = one !== undefined && other !== undefined && one !== other;
      return { exchanges, expected: 'another invoice', ...(!right && { received: shown(exchanges[1]) }) };
    },
  },
  {
    id: 'quoted',
    title: 'A key in double quotes is the same key',
    requirement: 'idempotency-key-quoted',
    sends: (key) => [`"${key}"`],
    async try(subject, key) {
      const exchanges = [await create(subject, key), await create(subject, `"${key}"`)];
      const same = idOf(exchanges[0]) === idOf(exchanges[1]) && idOf(exchanges[0]) !== undefined;
      return { exchanges, expected: 'the same invoice', ...(!same && { received: showValue(exchanges[1]?.answer?.text) }) };
    },
  },
  {
    id: 'after-failure',
    title: 'A create that failed leaves its key unused',
    requirement: 'idempotency-keeps-successes-only',
    async try(subject, key) {
      const exchanges = [await create(subject, key, {}), await create(subject, key)];
      const right = isSuccess(exchanges[1]?.answer as never);
      return { exchanges, expected: 'a success', ...(!right && { received: shown(exchanges[1]) }) };
    },
  },
  {
    id: 'at-once',
    problem: 'idempotency_in_progress',
    title: 'Five creates with one key at once make one invoice',
    requirement: 'idempotency-in-progress-refused',
    async try(subject, key) {
      const exchanges = await Promise.all([1, 2, 3, 4, 5].map(() => create(subject, key)));
      const made = new Set(exchanges.filter(({ answer: response }) => response && isSuccess(response)).map(idOf));
      const others = exchanges
        .filter(({ answer: response }) => response && !isSuccess(response))
        .map(({ answer: response }) => response?.status);
      const right = made.size === 1 && others.every((status) => status !== undefined && status >= 400 && status < 500);
      return {
        exchanges,
        expected: 'one invoice; 409 for who comes too early',
        ...(!right && { received: `${made.size} invoices; ${others.join(', ')}` }),
      };
    },
  },
  {
    id: 'at-once-with-others',
    title: 'Creates with one key and four bodies at once make one invoice',
    requirement: 'idempotency-other-body-refused',
    async try(subject, key) {
      const bodies = [{}, ...otherFields(subject).slice(0, 3)].map((fields) => ({ ...subject.createBody, ...fields }));
      const exchanges = await Promise.all(bodies.map((body) => create(subject, key, body)));
      const made = new Set(exchanges.filter(({ answer: response }) => response && isSuccess(response)).map(idOf));
      return {
        exchanges,
        expected: 'one invoice: a key is for one body',
        ...(made.size > 1 && { received: `${made.size} invoices` }),
      };
    },
  },
  ...ownerTrials,
];

/** Creates with an Idempotency-Key. */
export function idempotencyCases(contract: Contract): Case[] {
  const key = follow(contract.document, '#/components/parameters/IdempotencyKey');
  const aDay = deriveOldKeys(Number(key['x-kept-seconds']));
  const isAllowed = compileSchema(key.schema as Schema);
  const sample = '0f8fad5b-d9cb-469f-a165-70867728950e';
  if (!isAllowed(sample))
    throw new Error('A UUID is no Idempotency-Key of this contract, and every case of keys sends one: give them another.');
  const all = [...trials, ...keyForms(contract), ...aDay];
  return all
    .filter(({ sends }) => sends === undefined || sends(sample).every((one) => isAllowed(one)))
    .map(({ id, title, requirement, features: needed, derived, problem, try: tryOut }) => ({
      id: `create-payment/idempotency/${id}`,
      title,
      requirement,
      operations: ['create-payment'],
      ...(needed && { features: needed }),
      ...(derived && { derived }),
      ...(problem !== undefined && { problem }),
      movesClock: aDay.some((trial) => trial.id === id),
      async run({ subject, features }): Promise<Finding[]> {
        const { exchanges, expected, received } = await tryOut(subject, crypto.randomUUID(), features);
        if (received === undefined) return [];
        return broken(contract, requirement, { member: 'Idempotency-Key', expected, received, exchanges });
      },
    }));
}

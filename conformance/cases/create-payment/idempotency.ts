import { isDeepStrictEqual } from 'node:util';
import { amountOf, paid, shares } from '../../payments/pay.ts';
import type { Case, CaseContext } from '../../src/case/case.ts';
import { compileSchema } from '../../src/contract/compile-schema.ts';
import { type Contract, operationById, type Schema } from '../../src/contract/contract.ts';
import { showValue } from '../../src/contract/describe-schema.ts';
import { follow } from '../../src/contract/follow-reference.ts';
import { type Exchange, hasSucceeded } from '../../src/http/exchange.ts';
import { withKey } from '../../src/http/json-request.ts';
import { broken, type Finding } from '../../src/outcome/finding.ts';
import { type Play, read, readUntil } from '../../src/subject/play.ts';
import type { Inputs } from '../../src/subject/request-for.ts';
import { invoiceOf } from '../../src/subject/shared-exchanges.ts';
import { create, idOf, type KeyCalls, prepareCalls, sameJson, sendAnother, shown, type Tried } from '../play/key-trial.ts';

/** A trial that sends creates with an Idempotency-Key. It may pay or read their invoices in between. */
interface CreateTrial extends Pick<Case, 'id' | 'title' | 'requirement' | 'covers' | 'features' | 'problem'> {
  sends?(key: string): string[];
  try(given: Given): Promise<Tried>;
}

/** The input of a trial, with a key that nothing else uses. */
type Given = Pick<CaseContext, 'subject' | 'features'> & { key: string };

const keyReused = '422 idempotency_key_reused';

/** Sends creates with these other fields and the key of the first create. Stops at a create that is not refused. */
async function tryOthers({ subject, features, key }: Given, first: Exchange, others: Inputs[]): Promise<Tried> {
  const send: KeyCalls['send'] = (of, { body } = {}) => create(subject, of, body);
  for (const fields of others) {
    const tried = await sendAnother({ send, features }, key, { ...subject.createBody, ...fields }, first);
    if (tried.received !== undefined) return tried;
  }
  return { exchanges: [first], expected: keyReused };
}

/** Tries pairs of bodies, each pair with a key of its own. Skips a pair if the deployment refuses the first body. */
async function tryPairs(given: Given, pairs: [one: Inputs, other: Inputs][]): Promise<Tried> {
  const { subject } = given;
  for (const [at, [one, other]] of pairs.entries()) {
    const key = `${given.key}-${at}`;
    const first = await create(subject, key, { ...subject.createBody, ...one });
    if (!hasSucceeded(first)) continue;
    const tried = await tryOthers({ ...given, key }, first, [other]);
    if (tried.received !== undefined) return tried;
  }
  return { exchanges: [], expected: keyReused };
}

/** Repeats a create with its key, and checks that this leaves the invoice unchanged. */
async function tryReplay(play: Play, key: string, before: Readonly<Record<string, unknown>>): Promise<Tried> {
  const { subject, exchanges } = play;
  exchanges.push(await create(subject, key));
  const after = await read(play);
  // Compares only fields of the contract, because a deployment's additional fields may change between reads.
  const known = Object.keys(operationById(subject.contract, 'fetchPayment').response.properties ?? {});
  const same = known.every((field) => isDeepStrictEqual(before[field], after[field]));
  const expected = `the invoice as before the replay: ${showValue(before)}`;
  return { exchanges, expected, received: same ? undefined : showValue(after) };
}

/** Pays two invoices, and submits both receipts with the same key. submitReceipt must ignore a key. */
async function submitBoth({ subject, key }: Given, creates: readonly Exchange[]): Promise<Tried> {
  const amount = amountOf(subject);
  const exchanges: Exchange[] = [];
  for (const created of creates) {
    const invoice = invoiceOf(created);
    const webReceipt = await subject.pay({ invoice, amount, outcome: 'completed' });
    // The suite cannot pay here, so the case ends with the fetches.
    if (webReceipt === null) break;
    const request = subject.requestOf('submitReceipt', { invoiceId: invoice.id, webReceipt });
    const submitted = await subject.send(withKey(request, key));
    exchanges.push(submitted);
    const expected = `the invoice ${showValue(invoice.id)}`;
    // If the submission was refused, another case reports it.
    if (!hasSucceeded(submitted)) break;
    if (idOf(submitted) !== invoice.id)
      return { exchanges, breaks: 'submit-answers-invoice', expected, received: shown(submitted) };
  }
  return { exchanges, expected: 'the invoice that each submit named' };
}

/** Creates an invoice with a key, and pays `cents` of its amount. */
async function startWithKey({ subject, key }: Given, cents = 0): Promise<Play> {
  const first = await create(subject, key);
  const play: Play = { subject, invoice: invoiceOf(first), counted: [], exchanges: [first] };
  if (cents > 0) await paid(play, cents);
  return play;
}

const trials: CreateTrial[] = [
  {
    id: 'after-change',
    title:
      'A replay returns the stored body even if the invoice has changed meanwhile, also for a body that is spelled otherwise',
    requirement: 'idempotency-replays/stored',
    covers: ['idempotency-body-by-value'],
    async try(given) {
      const { subject, features, key } = given;
      const { exchanges } = await startWithKey(given, shares(subject).whole);
      const [first] = exchanges as [Exchange];
      const { properties = {} } = operationById(subject.contract, 'createPayment').request;
      const takesNull = properties.returnUrl !== undefined && features.has('strict-requests');
      const body = { ...subject.createBody, ...(takesNull && { returnUrl: null }) };
      const spelled = JSON.stringify(body).replace(/"amount":[\d.]+/, '$&e0');
      const request = withKey(subject.requestOf('createPayment', body), key);
      exchanges.push(await create(subject, key), await subject.send({ ...request, body: spelled }));
      const wrong = exchanges.slice(-2).find((again) => !sameJson(first, again));
      const breaks = wrong === exchanges.at(-1) ? 'idempotency-body-by-value' : 'idempotency-replays';
      const expected = `the stored body: ${showValue(first.answer?.text)}`;
      return { exchanges, breaks, expected, ...(wrong && { received: showValue(wrong.answer?.text) }) };
    },
  },
  {
    id: 'other-body-after-change',
    problem: 'idempotency_key_reused',
    title: 'The same key with another body is refused even if the invoice has changed meanwhile, whichever field differs',
    requirement: 'idempotency-other-body-refused/changed',
    async try(given) {
      const { subject, features } = given;
      const { exchanges } = await startWithKey(given, shares(subject).whole);
      const { others } = await prepareCalls(subject, operationById(subject.contract, 'createPayment'), features);
      const tried = await tryOthers(given, exchanges[0] as Exchange, others);
      return { ...tried, exchanges: [...exchanges, ...tried.exchanges.slice(1)] };
    },
  },
  {
    id: 'replay-changes-nothing',
    title: 'A replay leaves the invoice as it was',
    requirement: 'idempotency-replays/changes-nothing',
    async try(given) {
      const play = await startWithKey(given);
      return tryReplay(play, given.key, await read(play));
    },
  },
  {
    id: 'replay-changes-nothing-paid',
    title: 'A replay leaves the invoice as it was, both part-paid and paid',
    requirement: 'idempotency-replays/changes-nothing',
    features: ['idempotency', 'lifecycle'],
    async try(given) {
      const play = await startWithKey(given);
      const { part, rest } = shares(given.subject);
      let tried: Tried = { exchanges: play.exchanges, expected: 'the invoice as before the replay' };
      for (const { cents, status } of [
        { cents: part, status: 'UNDER_PAID' },
        { cents: rest, status: 'PAID' },
      ]) {
        await paid(play, cents);
        const before = await readUntil(play, { status });
        // If the payment did not change the invoice, another case reports it.
        if (before.status !== status) break;
        tried = await tryReplay(play, given.key, before);
        if (tried.received !== undefined) break;
      }
      return tried;
    },
  },
  {
    id: 'of-create-only',
    title: 'A fetch ignores a key that a create used or would refuse, and two submits ignore that they share a key',
    requirement: 'fetch-answers-invoice',
    covers: ['submit-answers-invoice'],
    features: ['idempotency'],
    sends: (key) => [`${key}-2`],
    async try(given) {
      const { subject, key } = given;
      const used = await create(subject, key);
      const other = await create(subject, `${key}-2`);
      const fetch = (of: string) => subject.send(withKey(subject.requestOf('fetchPayment', { invoiceId: idOf(other) }), of));
      // Only create reads the key, so even a malformed key must not affect a fetch.
      const exchanges = [used, other, await fetch(key), await fetch('two words')];
      const wrong = exchanges.slice(2).find((fetched) => idOf(fetched) !== idOf(other));
      if (wrong) return { exchanges, expected: `the invoice ${showValue(idOf(other))}`, received: shown(wrong) };
      return submitBoth(given, [used, other]);
    },
  },
  {
    id: 'other-tag',
    title: 'The same key with another tag, or another spelling of the tag, is refused',
    requirement: 'idempotency-other-body-refused/near',
    async try(given) {
      const { subject, key } = given;
      const first = await create(subject, key);
      const tag = String(subject.createBody.cashTag);
      // Writes the same recipient in other ways. The bodies then have different values, so they count as different.
      const spelled = tag.startsWith('$') ? tag.slice(1) : `$${tag}`;
      const inOtherLetters = tag === tag.toLowerCase() ? tag.toUpperCase() : tag.toLowerCase();
      const isRight = compileSchema(operationById(subject.contract, 'createPayment').request.properties?.cashTag ?? {});
      const tags = ['anothershop', spelled, inOtherLetters].filter((one) => isRight(one)).map((cashTag) => ({ cashTag }));
      return tryOthers(given, first, tags);
    },
  },
  {
    id: 'like-number',
    title: 'The same key with a tag that stands for the same number is refused',
    requirement: 'idempotency-other-body-refused/near',
    features: ['cash-tag-grammar'],
    // Two different tags. A server that compares numeric strings as numbers considers them equal.
    try: (given) => tryPairs(given, [[{ cashTag: '1e3' }, { cashTag: '10e2' }]]),
  },
  {
    id: 'like-body',
    title:
      'The same key with a similar body is refused: of the same length or hash, with a slash or a cent more, or with swapped fields',
    requirement: 'idempotency-other-body-refused/near',
    try(given) {
      const ending = (end: string): string => `https://example.com/thanks/${end}`;
      const { cashTag } = given.subject.createBody;
      return tryPairs(given, [
        [{ returnUrl: ending('ab') }, { returnUrl: ending('ba') }],
        [{ returnUrl: ending('Aa') }, { returnUrl: ending('BB') }],
        [{ returnUrl: ending('c') }, { returnUrl: ending('c/') }],
        [{ callbackUrl: ending('d') }, { callbackUrl: ending('d/') }],
        // In binary, 0.29 * 100 is 28.999999999999996.
        [{ amount: 0.28 }, { amount: 0.29 }],
        // Two bodies with the same value in different fields. A server that hashes only the values considers them equal.
        [{ returnUrl: ending('e') }, { callbackUrl: ending('e') }],
        [
          { cashTag: `${cashTag}1`, amount: 2 },
          { cashTag, amount: 12 },
        ],
      ]);
    },
  },
];

/** Cases for the Idempotency-Key that are specific to invoices. Cases that apply to every operation with a key are derived. */
export function idempotencyCases(contract: Contract): Case[] {
  const key = follow(contract.document, '#/components/parameters/IdempotencyKey');
  const isAllowed = compileSchema(key.schema as Schema);
  const sample = '0f8fad5b-d9cb-469f-a165-70867728950e';
  return trials
    .filter(({ sends }) => sends === undefined || sends(sample).every((one) => isAllowed(one)))
    .map(({ id, sends: _sends, try: tryOut, ...about }) => ({
      ...about,
      id: `create-payment/idempotency/${id}`,
      operations: ['create-payment'],
      async run({ subject, features }): Promise<Finding[]> {
        const tried = await tryOut({ subject, features, key: crypto.randomUUID() });
        const { exchanges, expected, received, breaks = about.requirement } = tried;
        if (received === undefined) return [];
        return broken(contract, breaks, { member: 'Idempotency-Key', expected, received, exchanges });
      },
    }));
}

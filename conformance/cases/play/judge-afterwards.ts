import { sendReceipt } from '../../payments/pay.ts';
import type { Call } from '../../src/callbacks/listener.ts';
import { isClaimed } from '../../src/contract/claimed-schema.ts';
import { operationById } from '../../src/contract/contract.ts';
import { type Exchange, hasSucceeded, isSuccess } from '../../src/http/exchange.ts';
import type { Finding } from '../../src/outcome/finding.ts';
import { requireAbility } from '../../src/subject/require-ability.ts';
import { invoiceOf } from '../../src/subject/shared-exchanges.ts';
import type { Subject } from '../../src/subject/subject.ts';
import { type CallbackPlay, eventOf, expectCalls, firstAttempts, inOrder, settle } from './callback-play.ts';
import { expectResponse, type Journey, say } from './journey.ts';
import { refusing } from './journey-facts.ts';
import { create, outlastsKey } from './key-trial.ts';
import { mintToken } from './mint-token.ts';
import { untilSentAgain } from './retried.ts';

/** Checks an invoice at the end of its life: its events, and the responses to further requests. */
export async function* judgeAfterwards(
  journey: Journey,
  replays: (times: number) => AsyncGenerator<Finding>,
): AsyncGenerator<Finding> {
  const { facts } = journey;
  yield* judgeEvents(journey);
  for (const receipt of journey.counted) {
    const again = await sendReceipt(journey.submitter, journey.invoice.id, receipt);
    yield* expectResponse(journey, 'lifecycle-repeated-receipt', 'success', again);
    const { status, paidAmount } = hasSucceeded(again) ? invoiceOf(again) : journey.expected;
    if (status !== journey.expected.status || paidAmount !== journey.expected.paidAmount)
      yield say(
        journey,
        'lifecycle-repeated-receipt',
        `${journey.expected.status}, ${journey.expected.paidAmount} paid, as before the receipt came again`,
        `${status}, ${paidAmount} paid`,
      );
  }
  // Leaves the key alone if the invoice has expired and lived as long as keys are kept: the key may have been dropped.
  if (facts.end !== 'expired' || !outlastsKey(journey.subject.contract, journey.invoice)) {
    yield* replays(2);
    yield* judgeKey(journey);
  }
  yield* judgeStrangers(journey);
  yield* judgeRevoked(journey);
  const told = firstAttempts(journey.mailbox?.calls ?? []).map((call) => String(eventOf(call).type));
  if (told.length > journey.types.length)
    yield say(journey, 'callback-not-otherwise', `${journey.types.length} events`, told.join(', '), 'callbackUrl');
}

async function* judgeEvents(journey: Journey): AsyncGenerator<Finding> {
  const { mailbox, types, context, body } = journey;
  const { listener } = context;
  if (!mailbox || !listener) return;
  const play = { ...journey, mailbox, listener };
  // Checks the retries first, because a deployment may delay an event until the previous one has been accepted.
  if (journey.facts.receiver === refusing) yield* judgeRetries(play);
  const calls = inOrder(firstAttempts(await expectCalls(play, types.length)));
  const told = calls.map((call) => String(eventOf(call).type));
  const requirement = told.length < types.length ? 'callback-at-each-change' : 'event-type-names-change';
  if (told.join() !== types.join())
    yield say(journey, requirement, types.join(', then '), told.join(', then ') || 'no call', 'callbackUrl');
  const numbers = calls.map((call) => eventOf(call).sequence).join(', ');
  const wanted = types.map((_, at) => at + 1).join(', ');
  if (told.length === types.length && numbers !== wanted)
    yield say(journey, 'event-sequence-without-gaps', `sequence: ${wanted}`, `sequence: ${numbers}`, 'callbackUrl');
  const query = String(body.callbackUrl).split('?')[1] ?? '';
  const whole = `a call with the query of callbackUrl, of ${query.length} characters`;
  const cut = mailbox.calls.find((call) => call.query !== query);
  if (cut) yield say(journey, 'callback-is-called', whole, `a query of ${cut.query.length} characters`, 'callbackUrl');
}

/** Yields a finding if an event that was refused at first is not sent again unchanged. */
async function* judgeRetries(journey: Journey & CallbackPlay): AsyncGenerator<Finding> {
  const { mailbox, types } = journey;
  const idOf = ({ headers }: Call): string | undefined => headers['webhook-id'];
  const firsts = (): Call[] => firstAttempts(mailbox.calls);
  const untold = (): Call[] => firsts().filter((call) => mailbox.calls.filter((one) => idOf(one) === idOf(call)).length < 2);
  await expectCalls(journey, types.length);
  await settle(journey);
  await untilSentAgain(journey, () => untold().length === 0 && firsts().length >= types.length, { events: types.length });
  const [lost] = untold();
  const second = `a second attempt of ${eventOf(lost).type}, whose first was refused with 500`;
  if (lost) yield say(journey, 'callback-retried', second, 'one attempt', 'callbackUrl');
  const other = mailbox.calls.find((call) => firsts().some((first) => idOf(first) === idOf(call) && first.body !== call.body));
  const bytes = `the bytes of the first attempt of ${eventOf(other).type}`;
  if (other) yield say(journey, 'callback-body-stays', bytes, other.body.slice(0, 300), 'callbackUrl');
}

/** Returns an amount one cent lower, or one cent higher for a small amount, so that it stays within the bounds. */
function nextTo(amount: unknown): number {
  const cents = Math.round(Number(amount) * 100);
  return (cents > 100 ? cents - 1 : cents + 1) / 100;
}
/** Yields a finding if the key works with another body or without the scope, or does not work for another account. */
async function* judgeKey(journey: Journey): AsyncGenerator<Finding> {
  const { key, maker, submitter, body, foreign, facts, context } = journey;
  if (key === undefined) return;
  const { returnUrl } = body;
  // Changes the last character of returnUrl, which is the longest field. If there is no returnUrl, changes the amount.
  const other = typeof returnUrl === 'string' ? { returnUrl: `${returnUrl.slice(0, -1)}y` } : { amount: nextTo(body.amount) };
  yield* expectResponse(journey, 'idempotency-other-body-refused', 422, await create(maker, key, { ...body, ...other }));
  if (facts.submitter === 'token for it only')
    yield* expectResponse(journey, 'create-needs-scope', 403, await create(submitter, key, body));
  if (!foreign) return;
  const theirs = await create(foreign, key, { ...context.subject.createBody, amount: nextTo(body.amount) });
  yield* expectResponse(journey, 'idempotency-by-account', 'success', theirs);
}

/** Yields a finding if a stranger can read the invoice or submit a receipt for it, or if its owner cannot read it. */
async function* judgeStrangers(journey: Journey): AsyncGenerator<Finding> {
  const { subject, foreign, invoice, counted, context } = journey;
  const { scopes } = operationById(context.contract, 'fetchPayment');
  const { adapter } = context.subject.wire;
  const mints = context.features.has('scopes') && context.features.has('ownership') && adapter.mintToken !== undefined;
  const reader = mints
    ? await context.subject.share('a token that may only fetch', () => mintToken(context.subject, { scopes }))
    : undefined;
  if (reader && subject === context.subject)
    yield* expectResponse(journey, 'invoices-belong-to-account', 'success', await reader.fetch(invoice.id));
  const live = await context.subject.share('a live token', async () => {
    if (!adapter.mintToken || !isClaimed(context.contract, 'test-tokens-apart', context.features)) return undefined;
    // Not every adapter can mint a live token.
    return mintToken(context.subject, { live: true }).catch(() => undefined);
  });
  const seen = await live?.fetch(invoice.id);
  // The contract does not define how a test deployment refuses a live token, so any refusal is accepted.
  if (seen?.answer && isSuccess(seen.answer)) {
    journey.exchanges.push(seen);
    yield say(journey, 'test-tokens-apart', 'no success for a live token', String(seen.answer.status));
  }
  if (!foreign) return;
  const strangers = reader && subject !== context.subject ? [foreign, reader] : [foreign];
  for (const stranger of strangers)
    yield* expectResponse(journey, 'fetch-foreign-is-unknown', 404, await stranger.fetch(invoice.id));
  for (const receipt of counted.slice(0, 1))
    yield* expectResponse(journey, 'submit-foreign-is-unknown', 404, await sendReceipt(foreign, invoice.id, receipt));
}

/** Removes the scope of each minted token, and later revokes the token. Yields a finding if it still works after either step. */
async function* judgeRevoked(journey: Journey): AsyncGenerator<Finding> {
  const { own, key, body, invoice, counted, context, facts } = journey;
  const { wire, settings } = context.subject;
  const ask = (subject: Subject): Promise<Exchange> => (key === undefined ? subject.create(body) : create(subject, key, body));
  for (const { of, subject } of own) {
    const calls: [operationId: string, requirement: string, again: () => Promise<Exchange>][] =
      of === 'maker'
        ? [['createPayment', 'create-needs-scope', () => ask(subject)]]
        : [
            ['submitReceipt', 'submit-needs-scope', () => sendReceipt(subject, invoice.id, counted[0] ?? '')],
            ['fetchPayment', 'fetch-needs-scope', () => subject.fetch(invoice.id)],
          ];
    // Narrows only tokens with several scopes. A token for one operation has no other scope to keep.
    if (wire.adapter.narrowToken && context.features.has('scopes') && facts[of] === 'another token') {
      const narrow = requireAbility(context.subject, 'narrowToken', 'A token whose scope can be taken away is needed');
      const lost = calls.flatMap(([id]) => operationById(context.contract, id).scopes);
      const kept = context.contract.scopes.filter((scope) => !lost.includes(scope));
      await narrow(subject.settings.token, kept, settings);
      for (const [, requirement, again] of calls) yield* expectResponse(journey, requirement, [401, 403], await again());
    }
    if (!wire.adapter.revokeToken) continue;
    const revoke = requireAbility(context.subject, 'revokeToken', 'A token that can be revoked is needed');
    await revoke(subject.settings.token, settings);
    for (const [, , again] of calls) yield* expectResponse(journey, 'token-revoked-at-once', 401, await again());
  }
  if (journey.ending) yield* expectResponse(journey, 'token-revoked-at-once', 401, await ask(journey.ending));
}

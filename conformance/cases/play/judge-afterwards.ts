import { operationById } from '../../src/contract/contract.ts';
import { isSuccess } from '../../src/http/exchange.ts';
import type { Finding } from '../../src/outcome/finding.ts';
import { invoiceOf } from '../../src/subject/invoice-of.ts';
import { requireAbility } from '../../src/subject/require-ability.ts';
import { eventOf, expectCalls, firstAttempts } from './callback-play.ts';
import { inOrder } from './differ.ts';
import { expectResponse, type Journey, say } from './journey.ts';
import { create } from './key-trial.ts';
import { mintToken } from './mint-token.ts';

/** Judges an invoice at its end: the events that it sent, and the response to each request that names it again. Yields what is wrong. */
export async function* judgeAfterwards(
  journey: Journey,
  replays: (times: number) => AsyncGenerator<Finding>,
): AsyncGenerator<Finding> {
  yield* judgeEvents(journey);
  for (const receipt of journey.counted) {
    const again = await journey.submitter.submit(journey.invoice.id, receipt);
    yield* expectResponse(journey, 'lifecycle-repeated-receipt', 'success', again);
    const { status, paidAmount } = again.answer && isSuccess(again.answer) ? invoiceOf(again) : journey.expected;
    if (status !== journey.expected.status || paidAmount !== journey.expected.paidAmount)
      yield say(journey, 'lifecycle-repeated-receipt', {
        expected: `${journey.expected.status}, ${journey.expected.paidAmount} paid, as before the receipt came again`,
        received: `${status}, ${paidAmount} paid`,
      });
  }
  yield* replays(2);
  yield* judgeKey(journey);
  yield* judgeStrangers(journey);
  yield* judgeRevoked(journey);
  const { mailbox, types } = journey;
  if (mailbox && firstAttempts(mailbox.calls).length > types.length)
    yield say(journey, 'callback-not-otherwise', {
      member: 'callbackUrl',
      expected: `${types.length} events`,
      received: firstAttempts(mailbox.calls)
        .map((call) => String(eventOf(call).type))
        .join(', '),
    });
}

/** Yields where a change did not send its event to the URL that create was sent. */
async function* judgeEvents(journey: Journey): AsyncGenerator<Finding> {
  const { mailbox, types, context, body } = journey;
  const { listener } = context;
  if (!mailbox || !listener) return;
  const calls = inOrder(firstAttempts(await expectCalls({ ...journey, mailbox, listener }, types.length)));
  const told = calls.map((call) => String(eventOf(call).type));
  if (told.join() !== types.join())
    yield say(journey, told.length < types.length ? 'callback-at-each-change' : 'event-type-names-change', {
      member: 'callbackUrl',
      expected: types.join(', then '),
      received: told.join(', then ') || 'no call',
    });
  const query = String(body.callbackUrl).split('?')[1] ?? '';
  const cut = calls.find((call) => call.query !== query);
  if (cut)
    yield say(journey, 'callback-is-called', {
      member: 'callbackUrl',
      expected: `a call with the query of callbackUrl, of ${query.length} characters`,
      received: `a query of ${cut.query.length} characters`,
    });
}

/** Yields where a key is not for one body and one account, or a token that may not create gets what it made. */
async function* judgeKey(journey: Journey): AsyncGenerator<Finding> {
  const { key, maker, submitter, body, foreign, facts, context } = journey;
  if (key === undefined) return;
  const { returnUrl } = body;
  // A difference at the end of the longest field, where there is one.
  const other =
    typeof returnUrl === 'string'
      ? { ...body, returnUrl: `${returnUrl.slice(0, -1)}y` }
      : { ...body, amount: Math.round(Number(body.amount) * 100 + 1) / 100 };
  yield* expectResponse(journey, 'idempotency-other-body-refused', 422, await create(maker, key, other));
  if (facts.submitter === 'token for it only')
    yield* expectResponse(journey, 'create-needs-scope', 403, await create(submitter, key, body));
  if (!foreign) return;
  const theirs = await create(foreign, key, {
    ...context.subject.createBody,
    amount: Math.round(Number(body.amount) * 100 + 1) / 100,
  });
  yield* expectResponse(journey, 'idempotency-by-account', 'success', theirs);
}

/** Yields where somebody learns of an invoice that is another account's, or its owner may not read it. */
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
  if (!foreign) return;
  const strangers = reader && subject !== context.subject ? [foreign, reader] : [foreign];
  for (const stranger of strangers)
    yield* expectResponse(journey, 'fetch-foreign-is-unknown', 404, await stranger.fetch(invoice.id));
  for (const receipt of counted.slice(0, 1))
    yield* expectResponse(journey, 'submit-foreign-is-unknown', 404, await foreign.submit(invoice.id, receipt));
}

/** Revokes the tokens that were used all along, and yields where one is taken still. */
async function* judgeRevoked(journey: Journey): AsyncGenerator<Finding> {
  const { own, key, body, invoice, counted, context } = journey;
  const { wire, settings } = context.subject;
  if (!wire.adapter.revokeToken) return;
  const revoke = requireAbility(context.subject, 'revokeToken', 'A token that can be revoked is needed');
  for (const { of, subject } of own) {
    await revoke(subject.settings.token, settings);
    const asked =
      of === 'maker'
        ? key === undefined
          ? await subject.create(body)
          : await create(subject, key, body)
        : await subject.submit(invoice.id, counted[0] ?? '');
    yield* expectResponse(journey, 'token-revoked-at-once', 401, asked);
  }
}

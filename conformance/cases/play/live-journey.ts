import { paid, receiptFor, sendReceipt, shares, submit } from '../../payments/pay.ts';
import type { CaseContext } from '../../src/case/case.ts';
import { echoOf, fieldRequirement, operationById } from '../../src/contract/contract.ts';
import { showValue } from '../../src/contract/describe-schema.ts';
import { pointed } from '../../src/contract/follow-reference.ts';
import { type Exchange, hasSucceeded, responseHeader, responseObject } from '../../src/http/exchange.ts';
import { withKey } from '../../src/http/json-request.ts';
import type { Finding } from '../../src/outcome/finding.ts';
import { sleep } from '../../src/places/places.ts';
import { expireInvoice } from '../../src/subject/expire-invoice.ts';
import { readUntil, startPlay } from '../../src/subject/play.ts';
import { duringOutage } from '../../src/subject/require-ability.ts';
import type { Subject } from '../../src/subject/subject.ts';
import { differing } from '../lifecycle/refused-receipts.ts';
import type { Row } from './cover-pairs.ts';
import { beginJourney, expectField, expectResponse, type Journey, paymentsOf, say } from './journey.ts';
import { judgeAfterwards } from './judge-afterwards.ts';
import { create, idOf, sameJson, shown } from './key-trial.ts';
import { sinceOutage } from './outage.ts';

/** Requirements that the findings of any journey may name. Some values of the factors add further requirements. */
export const broken = [
  ...['lifecycle-part-payment', 'lifecycle-full-payment', 'lifecycle-failed-payment', 'lifecycle-failed-after-part'],
  ...['lifecycle-repeated-receipt', 'lifecycle-mismatched-receipt', 'lifecycle-invalid-receipt', 'lifecycle-pending-payment'],
  ...['create-answers-invoice', 'fetch-answers-invoice', 'fetch-reads-current-state', 'lifecycle-verifier-away'],
  ...['lifecycle-expiry', 'invoice-receipt-id-last', 'submit-receipt-counts-once', 'lifecycle-starts-pending'],
];

/** Takes an invoice through the life that a row of factors describes. Yields a finding for each violation of the contract. */
export async function* liveJourney(context: CaseContext, facts: Row): AsyncGenerator<Finding> {
  const journey = await beginJourney(context, facts);
  if (journey.burnt) yield* expectResponse(journey, 'idempotency-keeps-successes-only', 'success', journey.burnt);
  if (journey.refused)
    yield say(journey, 'create-answers-invoice', 'a success with both URLs, as with each of the two', shown(journey.refused));
  const { submitter, invoice } = journey;
  yield* expectField(journey, 'lifecycle-starts-pending', 'status', [context.contract.lifecycle.initial, invoice.status]);
  yield* replays(journey, 1);
  // Reads the invoice with the submitter's token before the payments too, because a server may cache reads for each token.
  const mayRead = facts.submitter === 'another token' && (await submitter.fetch(invoice.id));
  const outcome = facts.payment === 'failed' ? 'failed' : 'completed';
  const payments = paymentsOf(journey);
  if (facts.trouble === 'at once') yield* submitAtOnce(journey, payments, outcome);
  else
    for (const [at, cents] of payments.entries()) {
      const receipt = await receiptFor(journey, cents, outcome);
      // Causes the trouble before the third of four payments, so that there are earlier receipts to repeat.
      const isTroubled = at === Math.min(2, payments.length - 1);
      if (isTroubled) yield* troubles[facts.trouble ?? '']?.(journey, receipt) ?? [];
      const isAfterwards = isTroubled && facts.trouble === 'verifier away';
      const submitted = await (isAfterwards ? submitAfterwards : submitTo)(journey, receipt);
      yield* expectResponse(
        journey,
        isAfterwards ? 'lifecycle-verifier-away' : requirementOf(journey, cents, outcome),
        'success',
        submitted,
      );
      journey.counted.push(receipt);
      yield* expectState(journey, cents, outcome);
    }
  if (facts.end === 'expired') {
    await expireInvoice(journey.subject, journey.invoice);
    journey.expected = { ...journey.expected, status: 'EXPIRED' };
    journey.types.push('invoice.expired');
    yield* expectShown(journey, 'lifecycle-expiry');
  }
  if (mayRead) {
    const { status } = await readUntil({ ...journey, subject: submitter }, journey.expected);
    yield* expectField(journey, 'fetch-reads-current-state', 'status', [journey.expected.status, status]);
  }
  yield* expectRepeated(journey);
  yield* judgeAfterwards(journey, (times) => replays(journey, times));
}

async function* expectRepeated(journey: Journey): AsyncGenerator<Finding> {
  const { response, responsePointer } = operationById(journey.context.contract, 'createPayment');
  const now = await readUntil(journey, journey.expected);
  for (const [name, schema] of Object.entries(response.properties ?? {})) {
    const echo = echoOf(name, schema);
    const sent = echo?.operation === 'createPayment' ? journey.body[echo.sent] : undefined;
    if (sent === undefined || (echo?.ignoring.length ?? 0) > 0) continue;
    const requirement = fieldRequirement(journey.context.contract, schema, `${responsePointer}/properties/${pointed(name)}`);
    yield* expectField(journey, requirement.id, name, [sent, now[name]], ', as the create sent it');
  }
}

const submitTo = ({ submitter, invoice }: Journey, receipt: string): Promise<Exchange> =>
  sendReceipt(submitter, invoice.id, receipt);

/** Submits a receipt without retries, because a 503 is expected for as long as an outage lasts. */
const submitOnce = (by: Subject, { invoice }: Journey, webReceipt: string): Promise<Exchange> =>
  by.sendOnce(by.requestOf('submitReceipt', { invoiceId: invoice.id, webReceipt }));

/** Submits a receipt after an outage of the verifier. If it is refused for any reason other than the outage, submits it again. */
async function submitAfterwards(journey: Journey, receipt: string): Promise<Exchange> {
  const exchange = await submitOnce(journey.submitter, journey, receipt);
  const isAway = exchange.answer && responseObject(exchange.answer)?.code === 'receipt_verifier_unavailable';
  return isAway || hasSucceeded(exchange) ? exchange : submitTo(journey, receipt);
}

function requirementOf({ invoice, expected }: Journey, cents: number, outcome: string): string {
  if (outcome === 'failed') return 'lifecycle-failed-payment';
  const total = Math.round((expected.paidAmount ?? 0) * 100) + cents;
  return total < Math.round(Number(invoice.amount) * 100) ? 'lifecycle-part-payment' : 'lifecycle-full-payment';
}

/** Adds a payment to the expected state, and yields a finding if the invoice has a different state. */
async function* expectState(journey: Journey, cents: number, outcome: string): AsyncGenerator<Finding> {
  const requirement = requirementOf(journey, cents, outcome);
  const { paidAmount } = journey.expected;
  const total = (Math.round((paidAmount ?? 0) * 100) + cents) / 100;
  const event = { 'lifecycle-failed-payment': 'receipt-payment-failed', 'lifecycle-part-payment': 'receipt-below-amount' }[
    requirement
  ];
  const { transitions } = journey.subject.contract.lifecycle;
  const { to = 'same', callback } =
    transitions.find((one) => one.event === (event ?? 'receipt-reaches-amount') && one.from.includes(journey.expected.status)) ??
    {};
  const status = to === 'same' ? journey.expected.status : to;
  journey.expected = { status, paidAmount: outcome === 'failed' ? paidAmount : total };
  if (callback !== undefined) journey.types.push(callback);
  yield* expectShown(journey, requirement);
}

/** Yields a finding if a fetch does not show the expected state, or still shows the previous receiptId. */
async function* expectShown(journey: Journey, requirement: string): AsyncGenerator<Finding> {
  const { expected, invoice } = journey;
  const now = await readUntil(journey, expected);
  yield* expectField(journey, requirement, 'status', [expected.status, now.status]);
  yield* expectField(journey, 'invoice-paid-amount-sum', 'paidAmount', [expected.paidAmount, now.paidAmount]);
  const isSame = now.receiptId === invoice.receiptId;
  if (isSame !== (expected.status === 'EXPIRED') || typeof now.receiptId !== 'string')
    yield say(
      journey,
      'invoice-receipt-id-last',
      isSame ? 'receiptId: that of the last receipt' : `receiptId: ${showValue(invoice.receiptId)} still`,
      `receiptId: ${showValue(now.receiptId)}`,
      'receiptId',
    );
  journey.invoice = { ...invoice, receiptId: now.receiptId };
}

async function* expectUnchanged(journey: Journey, requirement: string): AsyncGenerator<Finding> {
  const expected = { ...journey.expected, receiptId: journey.invoice.receiptId };
  const now = await readUntil(journey, expected);
  for (const [member, value] of Object.entries(expected))
    yield* expectField(journey, requirement, member, [value, now[member]], ' still');
}

/** Submits every receipt with the submitter's token and with that of the account at the same time. Each must count once. */
async function* submitAtOnce(journey: Journey, payments: number[], outcome: 'completed' | 'failed'): AsyncGenerator<Finding> {
  for (const cents of payments) journey.counted.push(await receiptFor(journey, cents, outcome));
  const all = [journey.submitter, journey.subject].flatMap((submitter) =>
    journey.counted.map((receipt) => submitTo({ ...journey, submitter }, receipt)),
  );
  for (const exchange of await Promise.all(all))
    yield* expectResponse(journey, 'submit-receipt-counts-once', 'success', exchange);
  for (const cents of payments.slice(0, -1)) {
    const { paidAmount } = journey.expected;
    journey.expected.paidAmount = (Math.round((paidAmount ?? 0) * 100) + cents) / 100;
    journey.types.push('invoice.under_paid');
  }
  yield* expectState(journey, payments.at(-1) ?? 0, outcome);
}

async function* meetVerifierAway(journey: Journey, receipt: string): AsyncGenerator<Finding> {
  const [again] = journey.counted;
  const { submitter, foreign, invoice } = journey;
  const { subject: own } = journey.context;
  // A receipt that was already counted for another invoice. During the outage, a server cannot verify it.
  const used = await own.share('a receipt of another invoice', async () => {
    const other = await startPlay(own);
    await paid(other, shares(own).whole);
    return other.counted[0] as string;
  });
  const [away, elsewhere, fetched, strange, repeated] = await duringOutage(journey.subject, 'verifier', async () => [
    await submitOnce(submitter, journey, receipt),
    await submitOnce(submitter, journey, used),
    await journey.subject.sendOnce(journey.subject.requestOf('fetchPayment', { invoiceId: invoice.id })),
    foreign && (await submitOnce(foreign, journey, receipt)),
    again === undefined ? undefined : await submitOnce(submitter, journey, again),
  ]);
  for (const refused of [away, elsewhere]) if (refused) yield* expectResponse(journey, 'lifecycle-verifier-away', 503, refused);
  if (strange) yield* expectResponse(journey, 'submit-foreign-is-unknown', 404, strange);
  if (repeated) yield* expectResponse(journey, 'lifecycle-repeated-receipt', 'success', repeated);
  if (fetched) yield* expectResponse(journey, 'fetch-answers-invoice', 'success', fetched);
  yield* expectUnchanged(journey, 'lifecycle-verifier-away');
}

async function* meetStoreAway(journey: Journey, receipt: string): AsyncGenerator<Finding> {
  const { maker, submitter, key, subject } = journey;
  const unused = crypto.randomUUID();
  const away = await duringOutage(journey.subject, 'store', async () => [
    await submitOnce(submitter, journey, receipt),
    ...(key === undefined ? [] : [await maker.sendOnce(withKey(maker.requestOf('createPayment', subject.createBody), unused))]),
  ]);
  for (const exchange of away) yield* expectResponse(journey, 'unavailable-is-503', 503, exchange);
  // Waits before reading the invoice, to find a deployment that carries out refused requests after the outage.
  await sleep(sinceOutage);
  yield* expectUnchanged(journey, 'unavailable-is-503');
  yield* replays(journey, 1);
  if (key === undefined) return;
  const later = await create(maker, unused, subject.createBody);
  yield* expectResponse(journey, 'idempotency-keeps-successes-only', 'success', later);
}

/** Submits receipts that this invoice must refuse. One belongs to another invoice, and must still count there afterwards. */
async function* meetRefusals(journey: Journey): AsyncGenerator<Finding> {
  const { subject, invoice } = journey;
  const elsewhere = await startPlay(subject);
  const { whole } = shares(subject);
  const stray = await receiptFor(elsewhere, whole, 'completed');
  const failed = await subject.pay({ invoice, amount: whole / 100, outcome: 'failed' });
  const refusals: [requirement: string, receipt: string | null][] = [
    ['lifecycle-mismatched-receipt', stray],
    ['lifecycle-invalid-receipt', 'no.receipt'],
    ['lifecycle-pending-payment', await subject.pay({ invoice, amount: whole / 100, outcome: 'pending' })],
  ];
  // A receipt of a failed payment changes a PENDING invoice to FAILED. An UNDER_PAID invoice must refuse it every time.
  if (journey.expected.status === 'UNDER_PAID')
    refusals.push(['lifecycle-failed-after-part', failed], ['lifecycle-failed-after-part', failed]);
  for (const { differs, event } of differing) {
    const requirement = event === 'receipt-invalid' ? 'lifecycle-invalid-receipt' : 'lifecycle-mismatched-receipt';
    const payment = { invoice, amount: whole / 100, outcome: 'completed' } as const;
    if (differs) refusals.push([requirement, await subject.pay({ ...payment, differs: differs(invoice) })]);
  }
  for (const [requirement, receipt] of refusals) {
    if (receipt === null) continue;
    yield* expectResponse(journey, requirement, 422, await submitTo(journey, receipt));
    yield* expectUnchanged(journey, requirement);
  }
  yield* expectResponse(journey, 'lifecycle-mismatched-receipt', 'success', await submit(elsewhere, stray));
}

const troubles: Record<string, (journey: Journey, receipt: string) => AsyncGenerator<Finding>> = {
  'verifier away': meetVerifierAway,
  'store away': meetStoreAway,
  'refused receipts': meetRefusals,
};

/** Repeats the create with its key. The response must be the stored one, even though the invoice has changed. */
async function* replays(journey: Journey, times: number): AsyncGenerator<Finding> {
  const { key, facts, maker, body, created } = journey;
  if (key === undefined) return;
  const isLongest = facts.key === 'longest';
  for (let time = 0; time < times; time++) {
    const [sent, broke] = isLongest ? [`"${key}"`, 'idempotency-key-quoted'] : [key, 'idempotency-replays'];
    const exchange = await create(maker, sent, body);
    journey.exchanges.push(exchange);
    const said = (exchange.answer && responseHeader(exchange.answer, 'idempotent-replayed')) ?? 'absent';
    if (!hasSucceeded(exchange) || !sameJson(created, exchange))
      yield say(journey, broke, `the stored body: ${showValue(idOf(created))}`, shown(exchange));
    else if (said !== 'true')
      yield say(journey, 'idempotency-says-replayed', 'Idempotent-Replayed: true', `Idempotent-Replayed: ${said}`);
  }
}

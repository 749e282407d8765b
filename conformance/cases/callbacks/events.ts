import { AsyncResource } from 'node:async_hooks';
import { isDeepStrictEqual } from 'node:util';
import { paid, receiptFor, shares, submit } from '../../payments/pay.ts';
import type { Call } from '../../src/callbacks/listener.ts';
import type { CaseContext, DeclareCases } from '../../src/case/case.ts';
import { type Contract, operationById } from '../../src/contract/contract.ts';
import { showValue } from '../../src/contract/describe-schema.ts';
import { type Exchange, hasSucceeded } from '../../src/http/exchange.ts';
import { CaseInconclusive } from '../../src/outcome/case-inconclusive.ts';
import type { Finding } from '../../src/outcome/finding.ts';
import { read, readUntil } from '../../src/subject/play.ts';
import { requireAbility } from '../../src/subject/require-ability.ts';
import { invoiceOf } from '../../src/subject/shared-exchanges.ts';
import { judgeFields } from '../derive/lifecycle/unchanged.ts';
import { echoedValues } from '../derive/requests/sent-values.ts';
import {
  type CallbackPlay,
  eventOf,
  expectCalls,
  findingsOf,
  firstAttempts,
  madeOdd,
  quiet,
  startCallbackPlay,
  targetIn,
  targetOf,
} from '../play/callback-play.ts';
import { changingFields } from '../play/change-of.ts';
import { callbackSecret, doubtSecret, isSignedWith, unsigned } from '../play/is-signed-with.ts';
import { anotherToken } from '../play/mint-token.ts';

export const dataOf = (call: Call | undefined): Record<string, unknown> => (eventOf(call).data ?? {}) as Record<string, unknown>;

/** Creates an invoice with every optional field and an unusual callbackUrl, pays it, and waits for its event. */
function playAsGiven(context: CaseContext): Promise<{ full: CallbackPlay; call: Call | undefined; callbackUrl: string }> {
  const { contract, features, subject } = context;
  return subject.share('as given', async () => {
    const play = await startCallbackPlay(context);
    const tag = String(subject.createBody.cashTag);
    // Tags are case-insensitive, but a response repeats the tag in the letter case in which it was sent.
    const cashTag = features.has('cash-tag-grammar') ? tag.replace(/[a-z]/, (letter) => letter.toUpperCase()) : tag;
    const url = madeOdd(play.mailbox.url, play.listener);
    const callbackUrl = url.replace('//127.0.0.1:', '//localhost:');
    const body = { ...subject.createBody, cashTag, ...echoedValues(contract, features), callbackUrl };
    const { returnUrl }: Record<string, unknown> = body;
    // Uses capitals in the scheme and the host, because a program that parses the URL would write it back in lower case.
    const capitals = (start: string): string => start.toUpperCase();
    const withFragment = typeof returnUrl === 'string' && { returnUrl: `${returnUrl.replace(/^\w+:..\w/, capitals)}#top` };
    let status: number | undefined;
    // A deployment may refuse the host `localhost` and, without the feature that allows fragments, a URL with a fragment.
    for (const sent of [{ ...body, ...withFragment }, body, { ...body, callbackUrl: url }]) {
      const created = await subject.create(sent);
      status = created.answer?.status;
      if (!hasSucceeded(created)) continue;
      const full = { ...play, invoice: invoiceOf(created), exchanges: [created] };
      await paid(full, shares(subject).whole);
      const [call] = await expectCalls(full, 1);
      return { full, call, callbackUrl: sent.callbackUrl };
    }
    throw new CaseInconclusive(`The create with every field was refused (${status}).`);
  });
}

/** Milliseconds after which the callers hang up. One of the hang-ups may come while the deployment handles the submission. */
const hangUps = [0, 3, 6, 15];

/** Cases for the events of payments in unusual circumstances. The cases for each row of the lifecycle's table are derived. */
export const eventsCases: DeclareCases = (contract) => [
  {
    id: 'callbacks/as-given',
    title: 'The complete callbackUrl is called for a white-label invoice with both URLs, also on localhost',
    requirement: 'callback-at-each-change/whole-url',
    operations: ['create-payment', 'submit-receipt'],
    async run(context) {
      const { full, call, callbackUrl } = await playAsGiven(context);
      const [called, wanted] = [call && targetIn(call, full.listener), targetOf(callbackUrl, full.listener)];
      if (called === wanted) return [];
      const received = call ? `a call of ${called || 'no query'}` : 'no call';
      return findingsOf(contract, 'callback-at-each-change', full, { expected: `a call of ${wanted}`, received });
    },
  },
  {
    id: 'callbacks/as-given/data',
    title: 'data shows every field that create received as fetch shows it, including the letter case of the tag',
    requirement: 'event-data-is-the-invoice/as-sent',
    operations: ['create-payment', 'submit-receipt', 'fetch-payment'],
    derived: true,
    async run(context) {
      const { full, call } = await playAsGiven(context);
      // Another case reports that no call came.
      if (!call) return [];
      const told = dataOf(call);
      const fields = Object.keys(operationById(contract, 'fetchPayment').response.properties ?? {});
      const now = await readUntil(full, Object.fromEntries(fields.map((field) => [field, told[field]])));
      const wrong = fields.find((field) => !isDeepStrictEqual(told[field], now[field]));
      if (wrong === undefined) return [];
      const show = (data: Record<string, unknown>): string => `data.${wrong}: ${showValue(data[wrong])}`;
      return findingsOf(contract, 'event-data-is-the-invoice', full, { expected: show(now), received: show(told) });
    },
  },
  {
    id: 'callbacks/as-given/signature',
    title: 'The signature verifies if the returnUrl has an ampersand, which some serialisers escape',
    requirement: 'callback-signed/bytes',
    operations: ['create-payment', 'submit-receipt'],
    async run(context) {
      const secret = callbackSecret(context);
      const { full, call } = await playAsGiven(context);
      // Another case reports that no call came.
      if (!call || isSignedWith(secret, call)) return [];
      doubtSecret(context, secret);
      return findingsOf(contract, 'callback-signed', full, unsigned(secret, call));
    },
  },
  {
    id: 'callbacks/one-address',
    title:
      'Two invoices with the same callbackUrl, paid at once, each send an event to it, also once the token of one is revoked',
    requirement: 'callback-at-each-change/one-each',
    tries: ['callback-at-each-change/whole-url'],
    operations: ['create-payment', 'submit-receipt'],
    waits: true,
    async run(context) {
      const { subject, features } = context;
      const mints = features.has('scopes') && features.has('ownership') && subject.wire.adapter.revokeToken !== undefined;
      const maker = mints ? await anotherToken(subject) : subject;
      // Appends a `?` to the callbackUrl. The `?` is part of the URL, even though the query after it is empty.
      const play = await startCallbackPlay(context, async (url) => `${url}?`);
      const { mailbox, listener } = play;
      const callbackUrl = `${mailbox.url}?`;
      const created = await maker.create({ ...subject.createBody, callbackUrl });
      const { token } = maker.settings;
      if (maker !== subject) await requireAbility(subject, 'revokeToken', 'A revoked token is needed')(token, subject.settings);
      const other = { ...play, invoice: invoiceOf(created), counted: [], exchanges: [created] };
      // Delays each response, so that the call for one invoice is still open when the call for the other is due.
      mailbox.respond = () => ({ status: 204, after: 1500 });
      const receipts = await Promise.all([play, other].map((one) => receiptFor(one, shares(subject).whole)));
      await Promise.all([play, other].map((one, at) => submit(one, receipts[at] as string)));
      const calls = firstAttempts(await expectCalls(play, 2));
      const untold = [play, other].find(({ invoice }) => !calls.some((call) => dataOf(call).id === invoice.id));
      const wanted = targetOf(callbackUrl, listener);
      const [called] = calls.map((call) => targetIn(call, listener)).filter((target) => target !== wanted);
      const say = (of: CallbackPlay, expected: string, received: string): Finding[] =>
        findingsOf(contract, 'callback-at-each-change', of, { expected, received });
      if (untold) return say(untold, 'an event of each invoice', `${calls.length} events, none of ${untold.invoice.id}`);
      return called === undefined ? [] : say(play, `a call of ${wanted}`, `a call of ${called}`);
    },
  },
  {
    id: 'callbacks/after-hang-up',
    title: 'A change sends its event even if the caller closed the connection before the response',
    requirement: 'callback-at-each-change/one-each',
    operations: ['create-payment', 'submit-receipt', 'fetch-payment'],
    // While other cases run, the caller might hang up too late, after the response.
    alone: true,
    async run(context) {
      const { subject } = context;
      const plays = await Promise.all(
        hangUps.map(async (cancelAfter) => {
          const play = await startCallbackPlay(context);
          const webReceipt = await receiptFor(play, shares(subject).whole);
          const request = subject.requestOf('submitReceipt', { invoiceId: play.invoice.id, webReceipt });
          play.exchanges.push(await subject.wire.send(subject.settings, { ...request, cancelAfter }));
          return play;
        }),
      );
      const untold = await Promise.all(
        plays.map(async (play) => {
          const calls = await play.mailbox.wait(1, quiet(play));
          // A deployment may discard the change when the caller hangs up. Then it need not send an event.
          if (calls.length > 0 || (await read(play)).status === play.invoice.status) return [];
          return (await expectCalls(play, 1)).length > 0 ? [] : [play];
        }),
      );
      const [play] = untold.flat();
      if (play === undefined) return [];
      return findingsOf(contract, 'callback-at-each-change', play, {
        expected: 'an event of the change, which fetch shows',
        received: `no call within ${play.listener.settings.wait / 1000} s`,
      });
    },
  },
  {
    id: 'callbacks/as-it-arrives',
    title: 'fetch shows a change as soon as its event arrives',
    requirement: 'callback-at-each-change/shown',
    operations: ['create-payment', 'submit-receipt', 'fetch-payment'],
    waits: true,
    run: (context) => fetchAsItArrives(contract, context),
  },
];

/** Fetches the invoice while its call is handled: the deployment must have committed the change before it calls. */
async function fetchAsItArrives(contract: Contract, context: CaseContext): Promise<Finding[]> {
  const play = await startCallbackPlay(context);
  const fetched: Promise<Exchange>[] = [];
  // Runs this function in the async context of the case, so that the record attributes its fetches to the case.
  play.mailbox.respond = AsyncResource.bind((count: number) => {
    const fetching = play.subject.fetch(play.invoice.id);
    // If the case ends early, nobody awaits this promise. Without a handler, its rejection would end the whole run.
    fetching.catch(() => undefined);
    fetched[count - 1] = fetching;
    return { status: 204 };
  });
  const { part, rest } = shares(context.subject);
  for (const [at, cents] of [part, rest].entries()) {
    const receipt = await receiptFor(play, cents);
    // Reads the invoice just before the change, to find deployments that then return this state from a cache.
    await read(play);
    await submit(play, receipt);
    const call = (await expectCalls(play, at + 1))[at];
    // Another case reports an event that does not come.
    if (call === undefined) return [];
    const exchange = (await fetched[at]) as Exchange;
    const about = { expected: dataOf(call), fields: changingFields, shown: invoiceOf(exchange) };
    const why = ', as the event that has just arrived says';
    const exchanges = [...play.exchanges, exchange];
    const wrong = judgeFields(contract, 'callback-at-each-change/shown', { ...about, why, exchanges });
    if (wrong.length > 0) return wrong;
  }
  return [];
}

import { AsyncResource } from 'node:async_hooks';
import type { CaseContext, DeclareCases } from '../../src/case/case.ts';
import type { Contract } from '../../src/contract/contract.ts';
import { showValue } from '../../src/contract/describe-schema.ts';
import type { Exchange } from '../../src/http/exchange.ts';
import { broken, type Finding, insteadIn } from '../../src/outcome/finding.ts';
import { invoiceOf } from '../../src/subject/shared-exchanges.ts';
import {
  eventOf,
  expectCalls,
  findingsOf,
  firstAttempts,
  quiet,
  startCallbackPlay,
  targetIn,
  targetOf,
} from '../play/callback-play.ts';
import { changingFields } from '../play/change-of.ts';
import { read, receiptFor, shares, submit } from '../play/play.ts';

/** Milliseconds after which each submit's caller hangs up. One hang-up may interrupt the deployment in the middle of its work. */
const hangUps = [0, 3, 6, 15];

/**
 * Cases for the events of a payment: those of two invoices with the same callbackUrl, and the event of a submit whose caller
 * hangs up. The cases for each row of the lifecycle's table are derived.
 */
export const eventsCases: DeclareCases = (contract) => [
  {
    id: 'callbacks/one-address',
    title: 'Two invoices with the same callbackUrl, paid at once, each send an event to it exactly as it was given',
    requirement: 'callback-at-each-change/one-each',
    tries: ['callback-at-each-change/whole-url'],
    operations: ['create-payment', 'submit-receipt'],
    waits: true,
    async run(context) {
      const { subject } = context;
      // Appends a `?` to the callbackUrl. It is part of the URL, even though the query after it is empty.
      const play = await startCallbackPlay(context, async (url) => `${url}?`);
      const { mailbox, listener } = play;
      const callbackUrl = `${mailbox.url}?`;
      const created = await subject.create({ ...subject.createBody, callbackUrl });
      const other = { ...play, invoice: invoiceOf(created), counted: [], exchanges: [created] };
      // Delays each response, so that the call for one invoice is still open when the call for the other is due.
      mailbox.respond = () => ({ status: 204, after: 1500 });
      const receipts = await Promise.all([play, other].map((one) => receiptFor(one, shares(subject).whole)));
      await Promise.all([play, other].map((one, at) => submit(one, receipts[at] as string)));
      const calls = firstAttempts(await expectCalls(play, 2));
      const told = calls.map((call) => (eventOf(call).data as Record<string, unknown> | undefined)?.id);
      const untold = [play, other].find(({ invoice }) => !told.includes(invoice.id));
      const wanted = targetOf(callbackUrl, listener);
      const [called] = calls.map((call) => targetIn(call, listener)).filter((target) => target !== wanted);
      if (!untold && called !== undefined)
        return findingsOf(contract, 'callback-at-each-change', play, {
          expected: `a call of ${wanted}`,
          received: `a call of ${called}`,
        });
      return findingsOf(
        contract,
        'callback-at-each-change',
        untold ?? play,
        untold && { expected: 'an event of each invoice', received: `${calls.length} events, none of ${untold.invoice.id}` },
      );
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
  ...asItArrivesCases(contract),
];

const requirement = 'callback-at-each-change/shown';

/**
 * Cases for a receiver that fetches the invoice while it handles the call. The deployment must have committed the change before
 * it calls.
 */
const asItArrivesCases: DeclareCases = (contract) => [
  {
    id: 'callbacks/as-it-arrives',
    title: 'fetch shows a change as soon as its event arrives',
    requirement,
    operations: ['create-payment', 'submit-receipt', 'fetch-payment'],
    waits: true,
    run: (context) => fetchAsItArrives(contract, context),
  },
];

async function fetchAsItArrives(contract: Contract, context: CaseContext): Promise<Finding[]> {
  const play = await startCallbackPlay(context);
  const fetched: Promise<Exchange>[] = [];
  // Runs the callback in the async context of this case, so that the record attributes its fetches to the case.
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
    const invoice = invoiceOf(exchange);
    const data = (eventOf(call).data ?? {}) as Record<string, unknown>;
    const field = changingFields.find((name) => invoice[name] !== data[name]);
    if (field !== undefined) {
      const wrong = insteadIn(field, `${showValue(data[field])}, as the event that has just arrived says`, invoice[field], [
        ...play.exchanges,
        exchange,
      ]);
      return broken(contract, requirement, wrong);
    }
  }
  return [];
}

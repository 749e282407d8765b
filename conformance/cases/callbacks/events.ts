import type { DeclareCases } from '../../src/case/case.ts';
import { invoiceOf } from '../../src/subject/shared-exchanges.ts';
import { playEvent } from '../derive/lifecycle/events.ts';
import { eventOf, expectCalls, firstAttempts, startCallbackPlay } from '../play/callback-play.ts';
import { quiet, targetIn, targetOf } from '../play/delivery.ts';
import { findingsOf } from '../play/differ.ts';
import { read, receiptFor, shares, submit } from '../play/play.ts';

/**
 * Milliseconds after which the caller of each of several submits hangs up. One of them may hit the middle of the deployment's
 * work.
 */
const hangUps = [0, 3, 6, 15];

/** Cases for the events that only the lifecycle's table demands, and for the events of two invoices with the same callbackUrl. */
export const eventsCases: DeclareCases = (contract) => [
  {
    id: 'callbacks/one-address',
    title: 'Two invoices with one callbackUrl, paid at once, send an event each to it as it was given',
    requirement: 'callback-at-each-change/one-each',
    tries: ['callback-at-each-change/whole-url'],
    operations: ['create-payment', 'submit-receipt'],
    waits: true,
    async run(context) {
      const { subject } = context;
      // Adds an empty query, because the `?` is part of the URL too.
      const play = await startCallbackPlay(context, async (url) => `${url}?`);
      const { mailbox, listener } = play;
      const callbackUrl = `${mailbox.url}?`;
      const created = await subject.create({ ...subject.createBody, callbackUrl });
      const other = { ...play, invoice: invoiceOf(created), counted: [], exchanges: [created] };
      // The call for one invoice is still open when the call for the other is due.
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
    title: 'A change whose caller closed the connection before the response sends its event',
    requirement: 'callback-at-each-change/one-each',
    operations: ['create-payment', 'submit-receipt', 'fetch-payment'],
    // A busy run would hang up too late, after the response.
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
          // When its caller hangs up, a deployment may abandon the change, and then it sends no event.
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
    id: 'callbacks/expired',
    title: 'An expiry sends invoice.expired, read or not',
    requirement: 'callback-at-each-change',
    covers: ['event-timestamp'],
    movesClock: true,
    operations: ['create-payment'],
    derived: true,
    proves: ['callback of expiry-due in PENDING'],
    run: (context) => playEvent(context, 'expiry-due', 'PENDING'),
  },
  {
    id: 'callbacks/failed',
    title: 'A failed payment sends invoice.failed',
    requirement: 'callback-at-each-change',
    covers: ['event-type-names-change'],
    operations: ['create-payment', 'submit-receipt'],
    waits: true,
    derived: true,
    proves: ['callback of receipt-payment-failed in PENDING'],
    run: (context) => playEvent(context, 'receipt-payment-failed', 'PENDING'),
  },
  {
    id: 'callbacks/over-paid',
    title: 'A payment of more than the amount sends invoice.paid',
    requirement: 'callback-at-each-change',
    covers: ['event-type-names-change'],
    operations: ['create-payment', 'submit-receipt'],
    waits: true,
    derived: true,
    proves: ['callback of receipt-reaches-amount in PENDING'],
    run: (context) => playEvent(context, 'receipt-reaches-amount', 'PENDING'),
  },
  {
    id: 'callbacks/second-part',
    title: 'A second part that leaves the invoice UNDER_PAID sends an event of its own',
    requirement: 'callback-at-each-change',
    covers: ['event-sequence-without-gaps'],
    operations: ['create-payment', 'submit-receipt'],
    waits: true,
    derived: true,
    proves: ['callback of receipt-below-amount in UNDER_PAID'],
    run: (context) => playEvent(context, 'receipt-below-amount', 'UNDER_PAID'),
  },
];

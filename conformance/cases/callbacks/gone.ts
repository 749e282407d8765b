import type { DeclareCases } from '../../src/case/case.ts';
import { invoiceOf } from '../../src/subject/invoice-of.ts';
import { expectCalls, startCallbackPlay } from '../play/callback-play.ts';
import { settle } from '../play/delivery.ts';
import { findingsOf } from '../play/differ.ts';
import { paid, shares } from '../play/play.ts';

/** A 410, and an invoice that it does not concern. */
export const goneCases: DeclareCases = (contract) => [
  {
    id: 'callbacks/gone',
    title: 'A 410 for one invoice ends the calls of no other',
    requirement: 'callback-ends-with-410',
    operations: ['create-payment', 'submit-receipt'],
    async run(context) {
      const { subject } = context;
      const [gone, other] = [await startCallbackPlay(context), await startCallbackPlay(context)];
      // The address of the one that is gone: it is the invoice that wants no more calls.
      const created = await subject.create({ ...subject.createBody, callbackUrl: gone.mailbox.url });
      const sameAddress = { ...gone, invoice: invoiceOf(created), counted: [], exchanges: [created] };
      gone.mailbox.respond = (count) => ({ status: count === 1 ? 410 : 204 });
      await paid(gone, shares(subject).whole);
      await expectCalls(gone, 1);
      await settle(gone);
      const later = await startCallbackPlay(context);
      for (const play of [other, later, sameAddress]) await paid(play, shares(subject).whole);
      for (const play of [other, later, sameAddress])
        if ((await play.mailbox.wait(play === sameAddress ? 2 : 1)).length === (play === sameAddress ? 1 : 0))
          return findingsOf(contract, 'callback-ends-with-410', play, {
            expected: 'the event of another invoice',
            received: `no call within ${play.listener.settings.wait / 1000} s, after a 410 for ${gone.invoice.id}`,
          });
      return [];
    },
  },
];

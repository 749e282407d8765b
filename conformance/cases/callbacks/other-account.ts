import type { Call } from '../../src/callbacks/listener.ts';
import type { DeclareCases } from '../../src/case/case.ts';
import { invoiceOf } from '../../src/subject/shared-exchanges.ts';
import { asOther } from '../../src/subject/switch-account.ts';
import { eventOf, showCall, startCallbackPlay } from '../play/callback-play.ts';
import { findingsOf } from '../play/differ.ts';
import { callbackSecret, doubtSecret, isSignedWith, unsigned } from '../play/is-signed-with.ts';
import { paid, shares } from '../play/play.ts';

/** Cases which check that each account's events are signed with its own secret only. */
export const otherAccountCases: DeclareCases = (contract) => [
  {
    id: 'callbacks/other-account',
    title: 'The events of two accounts are each signed with their own secret only, also at the same address',
    requirement: 'callback-signed/own-secret',
    features: ['ownership'],
    operations: ['create-payment', 'submit-receipt'],
    waits: true,
    async run(context) {
      const other = asOther(context.subject);
      const secret = callbackSecret(context);
      const play = await startCallbackPlay({ ...context, subject: other });
      await paid(play, shares(other).whole);
      // Another case reports an event that does not come.
      const [call] = await play.mailbox.wait(1);
      if (call !== undefined && isSignedWith(secret, call)) {
        const expected = "a signature with the other account's secret only";
        return findingsOf(contract, 'callback-signed', play, { expected, received: showCall(call) });
      }
      // The secret belongs to the account and not to the address, which both accounts may use.
      const created = await context.subject.create({ ...context.subject.createBody, callbackUrl: play.mailbox.url });
      const own = { ...play, subject: context.subject, invoice: invoiceOf(created), counted: [], exchanges: [created] };
      await paid(own, shares(context.subject).whole);
      const isOwn = (one: Call): boolean => idIn(one) === own.invoice.id;
      const ownCall = (await play.mailbox.wait(() => play.mailbox.calls.some(isOwn))).find(isOwn);
      if (ownCall === undefined || isSignedWith(secret, ownCall)) return [];
      doubtSecret(context, secret);
      return findingsOf(contract, 'callback-signed', own, unsigned(secret, ownCall));
    },
  },
];

/** Returns the id of an event's invoice. */
const idIn = (call: Call): unknown => (eventOf(call).data as Record<string, unknown> | undefined)?.id;

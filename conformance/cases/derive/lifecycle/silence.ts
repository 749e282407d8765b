import type { Case, CaseContext } from '../../../src/case/case.ts';
import type { Contract } from '../../../src/contract/contract.ts';
import { dueAt } from '../../../src/contract/lifecycle.ts';
import { CaseInconclusive } from '../../../src/outcome/case-inconclusive.ts';
import { nullIfSkipped } from '../../../src/outcome/case-skipped.ts';
import type { Finding } from '../../../src/outcome/finding.ts';
import { causeOf, wayInto } from '../../../src/subject/ways-into.ts';
import { expectCalls, findingsOf, firstAttempts, quiet, showCall, startCallbackPlay } from '../../play/callback-play.ts';
import { otherReceiptFor, readUntil, submit } from '../../play/play.ts';
import { featuresOfCell } from './unchanged.ts';

/**
 * Derives a case which checks that no callback comes for events that have none. Leaves out those of the clock and of an outage,
 * because they would affect other cases.
 */
export function deriveSilence(contract: Contract, state: string): Case[] {
  const silent = contract.lifecycle.transitions.filter(
    ({ event, from, callback, impossible }) =>
      from.includes(state) &&
      callback === undefined &&
      impossible === undefined &&
      event !== 'verifier-unavailable' &&
      dueAt(contract.lifecycle, event) === undefined,
  );
  if (silent.length === 0) return [];
  const features = silent.flatMap((transition) => featuresOfCell(contract, transition, state));
  const events = silent.map(({ event }) => event);
  return [
    {
      id: `lifecycle/${state}/silent`,
      title: `A refused receipt, a repeated receipt and a read of a ${state} invoice send no event`,
      requirement: 'callback-not-otherwise/refused',
      ...(events.includes('receipt-repeated') && { tries: ['callback-not-otherwise/repeated'] }),
      operations: ['create-payment', 'submit-receipt', 'fetch-payment'],
      features: [...new Set(['lifecycle', ...features])],
      derived: true,
      ...(state === 'EXPIRED' ? { movesClock: true } : { waits: true }),
      run: (context) => listen(context, state, events),
    },
  ];
}

async function listen(context: CaseContext, state: string, events: string[]): Promise<Finding[]> {
  const { contract } = context;
  const play = await startCallbackPlay(context);
  const way = wayInto(contract, state);
  await way?.go(play);
  const { status } = await readUntil(play, { status: state });
  const sent = way?.events ?? 0;
  if (sent > 0) await expectCalls(play, sent);
  const { mailbox } = play;
  if (status !== state || firstAttempts(mailbox.calls).length < sent)
    throw new CaseInconclusive(`The invoice could not be brought to ${state} with ${sent} events. Another case says why.`);
  const [counted] = play.counted;
  const causes = events.map(async (event) => causeOf(contract, event)?.(play));
  // Also submits a receipt that was signed a second time: its bytes differ, but its payment was counted before.
  if (counted) causes.push(otherReceiptFor(play, 1, { signedAgain: counted }).then((again) => submit(play, again)));
  // If one of the receipts cannot be made, the others are still submitted.
  await Promise.all(causes.map((cause) => cause.catch(nullIfSkipped)));
  const calls = firstAttempts(await mailbox.wait(() => firstAttempts(mailbox.calls).length > sent, quiet(play)));
  if (calls.length <= sent) return [];
  return findingsOf(contract, 'callback-not-otherwise', play, {
    expected: `${sent} events on the way to ${state}, and none for a fetch or after ${events.join(', ')}`,
    received: `${calls.length}: ${calls.map(showCall).join('; ')}`,
  });
}

import { otherReceiptFor, submit } from '../../../payments/pay.ts';
import type { Case, CaseContext } from '../../../src/case/case.ts';
import type { Contract } from '../../../src/contract/contract.ts';
import { showValue } from '../../../src/contract/describe-schema.ts';
import { dueAt, type Transition } from '../../../src/contract/lifecycle.ts';
import { mainSlugs, readerOf } from '../../../src/contract/main-object.ts';
import { CaseInconclusive } from '../../../src/outcome/case-inconclusive.ts';
import { nullIfSkipped } from '../../../src/outcome/case-skipped.ts';
import { broken, type Finding, insteadIn } from '../../../src/outcome/finding.ts';
import { read } from '../../../src/subject/play.ts';
import { callOf, causeOf, wayInto } from '../../../src/subject/ways-into.ts';
import { readTime } from '../../../src/text/read-time.ts';
import {
  eventOf,
  expectCalls,
  findingsOf,
  firstAttempts,
  inOrder,
  quiet,
  showCall,
  startCallbackPlay,
} from '../../play/callback-play.ts';
import { echoedValues } from '../requests/sent-values.ts';
import { changingFields, checkResponse, featuresOfCell, movesClock, operationsOf, readIn } from './unchanged.ts';

/** Derives the case for a transition's callback: exactly one event of its type must come. Without a callback, none may come. */
export function deriveEvents(contract: Contract, transition: Transition, from: string): Case[] {
  const { event, callback } = transition;
  // Refused receipts share one case, callbacks/not-otherwise, because it takes a long time to make sure that no call comes.
  if (callback === undefined && !callOf(contract, event) && !mayRemind(contract, event, from)) return [];
  return [
    {
      id: `lifecycle/${from}/${event}/callback`,
      title: `${event} in ${from} sends ${callback === undefined ? 'no event' : `one event, ${callback}`}`,
      requirement: callback === undefined ? 'callback-not-otherwise' : 'callback-at-each-change',
      covers: [
        'event-type-names-change',
        'event-sequence-without-gaps',
        'event-data-is-the-invoice',
        'callback-not-otherwise',
        ...(dueAt(contract, event) === undefined ? [] : ['event-timestamp']),
      ],
      operations: operationsOf(contract, transition),
      features: ['lifecycle', ...featuresOfCell(contract, transition, from)],
      derived: true,
      proves: [`callback of ${event} in ${from}`],
      movesClock: movesClock(contract, transition, from),
      run: (context) => listen(context, transition, from),
    },
  ];
}

/** Checks whether a deployment could wrongly send a reminder in this state, because it sends the reminder in another state. */
const mayRemind = (contract: Contract, event: string, from: string): boolean =>
  contract.lifecycle.events[event]?.at !== undefined &&
  contract.lifecycle.transitions.some((one) => one.event === event && one.callback !== undefined) &&
  !contract.lifecycle.transitions.some(({ event: cause, to }) => to === from && dueAt(contract, cause) !== undefined);

async function listen(context: CaseContext, transition: Transition, from: string): Promise<Finding[]> {
  const { contract } = context;
  const { event, to, callback } = transition;
  // Tries a callbackUrl without a path, except behind a proxy, which may route by the path.
  const isBare = from === 'PENDING' && context.listener?.settings.publicUrl === undefined;
  // One of the optional fields may set the time of the event.
  const sentToo = contract.lifecycle.events[event]?.at === undefined ? {} : echoedValues(contract, context.features);
  const play = await startCallbackPlay(
    context,
    async (url) => (isBare ? url.replace(/\/(?=[^/]+$)/, '?') : url),
    (body) => context.subject.create({ ...body, ...sentToo, callbackUrl: body.callbackUrl }),
  );
  await readIn(play, from, event);
  const sent = wayInto(contract, from, event)?.events ?? 0;
  const { length: onTheWay } = sent > 0 ? firstAttempts(await expectCalls(play, sent)) : [];
  if (onTheWay !== sent)
    throw new CaseInconclusive(`The way to ${from} sent ${onTheWay} events instead of ${sent}. Another case says why.`);

  await causeOf(contract, event)?.(play);
  // An event must come whether a fetch or a timer is the first to notice that it is due, so in one state the invoice is fetched.
  if (dueAt(contract, event) !== undefined && transition.from.indexOf(from) === 1) await read(play);
  const wanted = sent + (callback === undefined ? 0 : 1);
  if (callback !== undefined) await expectCalls(play, wanted);
  // One event is expected, so any further call is an event too many.
  const { mailbox } = play;
  const calls = firstAttempts(await mailbox.wait(() => firstAttempts(mailbox.calls).length > wanted, quiet(play)));
  const say = (id: string, expected: string, received: string): Finding[] =>
    findingsOf(contract, id, play, { expected, received });
  const shown = calls.map(showCall).join('; ') || 'no call';
  if (calls.length < wanted) return say('callback-at-each-change', `an event ${callback} after ${event}`, shown);
  if (calls.length > wanted) return say('callback-not-otherwise', `${wanted} events after ${event}`, `${calls.length}: ${shown}`);
  const told = callback === undefined ? undefined : eventOf(inOrder(calls).at(-1));
  if (!told) return [];
  if (told.type !== callback) return say('event-type-names-change', `type: ${callback}`, `type: ${showValue(told.type)}`);
  if (told.sequence !== wanted)
    return say('event-sequence-without-gaps', `sequence: ${wanted}`, `sequence: ${showValue(told.sequence)}`);
  const state = to === 'same' ? from : to;
  const data = (told.data ?? {}) as Record<string, unknown>;
  if (data.status !== state)
    return say('event-data-is-the-invoice', `data with status: ${state}`, `data with status: ${showValue(data.status)}`);
  // A timestamp with fewer than three decimals may be rounded down, by less than one unit of its last digit.
  const [, digits = ''] = /\.(\d{1,3})/.exec(String(told.timestamp)) ?? [];
  const due = data[dueAt(contract, event) ?? ''];
  const isEarly = due !== undefined && readTime(told.timestamp) <= readTime(due) - 1000 / 10 ** digits.length;
  if (isEarly) return say('event-timestamp', `timestamp: ${due} or later`, `timestamp: ${told.timestamp}`);
  return [];
}

/**
 * Derives a case in which all events without a callback happen to one invoice. They must cause no call, and if none of them may
 * change the invoice, it must stay as it is. Leaves out clock events and outages.
 */
export function deriveSilence(contract: Contract, state: string): Case[] {
  const isRead = ({ event }: Transition): number => Number(contract.lifecycle.events[event]?.operation === readerOf(contract).id);
  const silent = contract.lifecycle.transitions
    .filter(
      ({ event, from, callback, impossible }) =>
        from.includes(state) &&
        callback === undefined &&
        impossible === undefined &&
        event !== 'verifier-unavailable' &&
        dueAt(contract, event) === undefined,
    )
    // Reads come first. Otherwise a change that a read causes would be blamed on the event before the read.
    .toSorted((one, other) => isRead(other) - isRead(one));
  if (silent.length === 0) return [];
  const features = silent.flatMap((transition) => featuresOfCell(contract, transition, state));
  const events = silent.map(({ event }) => event);
  return [
    {
      id: `lifecycle/${state}/silent`,
      title: `Refused receipts, a repeated receipt and a read of a ${state} invoice change nothing and send no event`,
      requirement: 'callback-not-otherwise/refused',
      ...(events.includes('receipt-repeated') && { tries: ['callback-not-otherwise/repeated'] }),
      covers: [...new Set(silent.flatMap(({ requirement = [] }) => requirement))],
      operations: mainSlugs(contract),
      features: [...new Set(['lifecycle', ...features])],
      derived: true,
      ...(state === 'EXPIRED' ? { movesClock: true } : { waits: true }),
      run: (context) => hearNothing(context, state, silent),
    },
  ];
}

async function hearNothing(context: CaseContext, state: string, silent: Transition[]): Promise<Finding[]> {
  const { contract, features } = context;
  const play = await startCallbackPlay(context);
  const before = await readIn(play, state);
  const sent = wayInto(contract, state)?.events ?? 0;
  if (sent > 0) await expectCalls(play, sent);
  const { mailbox } = play;
  if (firstAttempts(mailbox.calls).length < sent)
    throw new CaseInconclusive(`The way to ${state} sent fewer than ${sent} events. Another case says why.`);
  const [counted] = play.counted;
  const findings: Finding[] = [];
  const keepsAll = silent.every(({ to, changes }) => (to === 'same' || to === state) && changes === undefined);
  for (const transition of silent) {
    const { event, requirement = '' } = transition;
    // Gives each event a copy of the counted receipts, because even a refused receipt is added to them. If a receipt
    // cannot be made, the others are still submitted.
    const exchange = await causeOf(contract, event)?.({ ...play, counted: [...play.counted] }).catch(nullIfSkipped);
    if (!exchange || !keepsAll || findings.length > 0) continue;
    const after = await read(play);
    const changed = ['status', ...changingFields(contract)].find((field) => after[field] !== before[field]);
    findings.push(...checkResponse(contract, features, transition, play, exchange));
    if (changed === undefined) continue;
    const expected = `${showValue(before[changed])} after ${event}, which came after others`;
    findings.push(...broken(contract, requirement, insteadIn(changed, expected, after[changed], play.exchanges)));
  }
  // Also submits a receipt that was signed a second time: its bytes differ, but its payment was counted before.
  if (counted) await otherReceiptFor(play, 1, { signedAgain: counted }).then((again) => submit(play, again), nullIfSkipped);
  const calls = firstAttempts(await mailbox.wait(() => firstAttempts(mailbox.calls).length > sent, quiet(play)));
  if (calls.length <= sent) return findings;
  const heard = findingsOf(contract, 'callback-not-otherwise', play, {
    expected: `${sent} events on the way to ${state}, and none for a fetch or after ${silent.map(({ event }) => event).join(', ')}`,
    received: `${calls.length}: ${calls.map(showCall).join('; ')}`,
  });
  return [...findings, ...heard];
}

import { type Contract, type Operation, operationById } from '../contract/contract.ts';

import type { Exchange } from '../http/exchange.ts';
import { CaseInconclusive } from '../outcome/case-inconclusive.ts';
import { nullIfSkipped } from '../outcome/case-skipped.ts';
import { bodyFor } from './body-for.ts';
import { expireInvoice } from './expire-invoice.ts';
import { identifierFor } from './identifier-for.ts';
import { otherReceiptFor, type Play, paid, read, readUntil, receiptFor, shares, startPlay, submit } from './play.ts';
import { requestFor } from './request-for.ts';
import { duringOutage } from './require-ability.ts';
import type { Subject } from './subject.ts';
import { asOther } from './switch-account.ts';

/** Causes an event of an invoice. Returns the exchange that caused it, or undefined if the clock did. */
type Cause = (play: Play) => Promise<Exchange | undefined>;

/** How to cause events that need more than a call with the invoice's id. */
const writtenCauses: Record<string, Cause> = {
  'receipt-below-amount': (play) => paid(play, 100),
  'receipt-reaches-amount': (play) => paid(play, shares(play.subject).over),
  'receipt-payment-failed': async (play) => submit(play, await receiptFor(play, shares(play.subject).whole, 'failed')),
  'receipt-payment-pending': async (play) => submit(play, await receiptFor(play, shares(play.subject).whole, 'pending')),
  'receipt-invalid': (play) => submit(play, `made-up-receipt-${crypto.randomUUID()}`),
  async 'receipt-mismatched'(play) {
    const other = await startPlay(play.subject);
    return submit(play, await receiptFor(other, shares(play.subject).whole));
  },
  async 'receipt-repeated'(play) {
    const receipt = play.counted.at(-1);
    if (receipt === undefined) throw new Error('No receipt was counted yet.');
    return submit(play, receipt);
  },
  async 'receipt-used-elsewhere'(play) {
    const other = await startPlay(play.subject);
    await paid(other, shares(play.subject).whole);
    // The deployment may take a moment to count the payment.
    await readUntil(other, { status: stateWhenPaid(play.subject.contract) });
    const [counted] = other.counted as [string];
    // A deployment that recognizes counted receipts only by their bytes accepts the payment if the adapter signs it again.
    const again = await otherReceiptFor(other, shares(play.subject).whole, { signedAgain: counted }).catch(nullIfSkipped);
    return submit(play, again ?? counted);
  },
  async 'receipt-used-by-other-account'(play) {
    const other = await startPlay(asOther(play.subject));
    await paid(other, shares(play.subject).whole);
    return submit(play, other.counted[0] as string);
  },
  async 'verifier-unavailable'(play) {
    const { subject } = play;
    const webReceipt = await receiptFor(play, shares(subject).over);
    const spec = requestFor(operationById(subject.contract, 'submitReceipt'), { invoiceId: play.invoice.id, webReceipt });
    // Does not repeat the request, because the 503 is the expected response.
    const exchange = await duringOutage(subject, 'verifier', () => subject.sendOnce(spec));
    play.exchanges.push(exchange);
    return exchange;
  },
  async 'expiry-due'(play) {
    await expireInvoice(play.subject, play.invoice);
    return undefined;
  },
  fetched: async (play) => {
    await read(play);
    return play.exchanges.at(-1);
  },
};

/** A way to bring a new invoice into another state. */
export interface Way {
  /** Number of callbacks that are sent on the way. */
  events: number;
  /** Brings the invoice into the state. Skips the case if that is not possible with this deployment. */
  go(play: Play): Promise<void>;
}

/**
 * Ways that are written by hand, each with its events, if these still lead to the state. The invoice has more fields set then
 * than after the shortest way.
 */
const writtenWays: Record<string, Way & { by: string[] }> = {
  UNDER_PAID: {
    ...{ by: ['receipt-below-amount'], events: 1 },
    go: async (play) => void (await paid(play, shares(play.subject).part)),
  },
  PAID: {
    ...{ by: ['receipt-reaches-amount'], events: 1 },
    go: async (play) => void (await paid(play, shares(play.subject).whole)),
  },
  FAILED: {
    ...{ by: ['receipt-payment-failed'], events: 1 },
    go: async (play) => void (await paid(play, shares(play.subject).whole, 'failed')),
  },
  EXPIRED: {
    ...{ by: ['receipt-below-amount', 'expiry-due'], events: 2 },
    async go(play) {
      await paid(play, shares(play.subject).part);
      await expireInvoice(play.subject, play.invoice);
    },
  },
};

/**
 * Returns a function that causes an event: the one written by hand, or else one that waits for the time in a field, or one that
 * calls the operation. This call must need only the invoice's id and cause no other event. The plan check reports events without
 * a cause.
 */
export function causeOf(contract: Contract, event: string): Cause | undefined {
  const written = writtenCauses[event];
  if (written) return written;
  const { at } = contract.lifecycle.events[event] ?? {};
  if (at !== undefined)
    return async (play) => {
      await expireInvoice(play.subject, await read(play), at);
      return undefined;
    };
  const operation = callOf(contract, event);
  return (
    operation &&
    (async (play) => {
      const id = await identifierFor(play.subject, operation, play.invoice);
      const exchange = await play.subject.send(requestFor(operation, await bodyFor(play.subject, operation, id)));
      play.exchanges.push(exchange);
      return exchange;
    })
  );
}

/** Returns the operation that causes the event, if calling it is enough. */
export function callOf({ lifecycle, operations }: Contract, event: string): Operation | undefined {
  const id = lifecycle.events[event]?.operation;
  const caused = Object.values(lifecycle.events).filter(({ operation }) => operation === id);
  const operation = operations.find((candidate) => candidate.id === id);
  return operation?.identifies !== undefined && caused.length === 1 ? operation : undefined;
}

/** Events that can happen only after a receipt has been counted. */
const afterReceipt = ['receipt-repeated'];

/** Returns a way into a state in which the event can happen. The plan check reports states without one. */
export function wayInto(contract: Contract, state: string, event?: string): Way | undefined {
  const isPaid = event !== undefined && afterReceipt.includes(event);
  return writtenWay(contract, state) ?? searchWay(contract, state, new Set(isPaid ? [contract.lifecycle.initial] : []));
}

/** Returns the way into a state that is written by hand, if its events still lead there. */
function writtenWay(contract: Contract, state: string): Way | undefined {
  const way = writtenWays[state];
  return way && stateAfter(contract, ...way.by) === state ? way : undefined;
}

/** Returns the state in which a new invoice is after these events. */
export function stateAfter({ lifecycle: { initial, transitions } }: Contract, ...events: string[]): string {
  return events.reduce((from, event) => {
    const { to = 'same' } = transitions.find((one) => one.event === event && one.from.includes(from)) ?? {};
    return to === 'same' ? from : to;
  }, initial);
}

/** Returns the state in which a new invoice is after a full payment. */
export const stateWhenPaid = (contract: Contract): string => stateAfter(contract, 'receipt-reaches-amount');

/** Searches for a way that avoids the states in `tried`. If these include the initial one, a receipt is counted on each way. */
function searchWay(contract: Contract, state: string, tried: Set<string>): Way | undefined {
  const { initial, transitions } = contract.lifecycle;
  if (state === initial) return tried.has(initial) ? undefined : { events: 0, async go() {} };
  const written = writtenWay(contract, state);
  if (written) return written;
  tried.add(state);
  for (const transition of transitions.filter(({ to, impossible }) => to === state && impossible === undefined)) {
    const cause = causeOf(contract, transition.event);
    // Tries the initial state first, because the shortest way needs the least from a deployment.
    const from = [...transition.from].sort((one, other) => Number(other === initial) - Number(one === initial));
    const before = cause && from.filter((one) => !tried.has(one)).map((one) => searchWay(contract, one, tried));
    const first = before?.find((way) => way !== undefined);
    if (!cause || !first) continue;
    return {
      events: first.events + (transition.callback === undefined ? 0 : 1),
      async go(play) {
        await first.go(play);
        await cause(play);
      },
    };
  }
  return undefined;
}

/** Returns the states in which a call of the operation succeeds: all, if the lifecycle does not mention the operation. */
export function statesFor({ lifecycle }: Contract, { id }: Operation): string[] {
  const caused = Object.entries(lifecycle.events).flatMap(([event, { operation }]) => (operation === id ? [event] : []));
  if (caused.length === 0) return lifecycle.states;
  return lifecycle.transitions
    .filter(({ event, to, problem }) => caused.includes(event) && to !== undefined && problem === undefined)
    .flatMap(({ from }) => from);
}

/**
 * Creates an invoice, and brings it into a state in which a call of the operation succeeds.
 * @throws CaseInconclusive if that fails
 */
export async function startFor(subject: Subject, operation: Operation, body?: Record<string, unknown>): Promise<Play> {
  const { contract } = subject;
  const states = statesFor(contract, operation);
  const state = states.includes(contract.lifecycle.initial) ? contract.lifecycle.initial : (states[0] ?? '');
  const play = await startPlay(subject, body);
  if (state === contract.lifecycle.initial) return play;
  const way = wayInto(contract, state);
  if (!way) throw new Error(`No way into ${state} is known.`);
  await way.go(play);
  const { status } = await readUntil(play, { status: state });
  if (status === state) return play;
  throw new CaseInconclusive(
    `The invoice could not be brought to ${state}: it is ${JSON.stringify(status)}. Another case says why.`,
  );
}

export function changesInvoice(contract: Contract, { id }: Operation): boolean {
  const { events, transitions } = contract.lifecycle;
  return transitions.some(
    ({ event, to, changes, callback }) =>
      events[event]?.operation === id && ((to !== undefined && to !== 'same') || changes !== undefined || callback !== undefined),
  );
}

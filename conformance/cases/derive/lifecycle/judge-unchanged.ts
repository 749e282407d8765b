import type { Contract } from '../../../src/contract/contract.ts';
import { showValue } from '../../../src/contract/describe-schema.ts';
import type { Transition } from '../../../src/contract/lifecycle.ts';
import type { Exchange } from '../../../src/http/exchange.ts';
import type { Finding } from '../../../src/outcome/finding.ts';
import { makeFinding } from '../../../src/outcome/make-finding.ts';
import { invoiceOf } from '../../../src/subject/invoice-of.ts';
import type { Payable } from '../../../src/subject/payable.ts';
import { callOf } from '../../../src/subject/ways-into.ts';

/** A submit that was refused, and its invoice afterwards. */
interface Refused {
  difference: string;
  payable: Payable;
  exchange: Exchange;
  read: Exchange;
  /** Fields that changed in spite of the refusal. */
  fields: string[];
}

/** Checks that a refused submit changed no field of its invoice. */
export function judgeUnchanged(
  contract: Contract,
  requirement: string,
  { difference, payable, exchange, read, fields }: Refused,
): Finding[] {
  return fields.map((field) =>
    makeFinding(contract, requirement, {
      member: field,
      difference,
      expected: `${field}: ${showValue(payable.invoice[field])}, as before the submit that was refused`,
      received: `${field}: ${showValue(invoiceOf(read)[field])}`,
      exchanges: [payable.created, exchange, read],
    }),
  );
}

/** Names a cell of the lifecycle for the check of the plan. */
export const cellOf = (event: string, state: string): string => `${event} in ${state}`;

/** Returns the slugs of the operations with which a cell is played. */
export function operationsOf(contract: Contract, { event }: Transition): string[] {
  const called = callOf(contract, event)?.slug;
  return [...new Set(['create-payment', 'submit-receipt', 'fetch-payment', ...(called === undefined ? [] : [called])])];
}

/** Returns the features of the event and of the states before and after it. */
export function featuresOfCell({ lifecycle }: Contract, { event, to }: Transition, from: string): string[] {
  const features = [lifecycle.events[event]?.feature, lifecycle.features[from], lifecycle.features[to ?? '']];
  return [...new Set(features.filter((feature) => feature !== undefined))];
}

/** Checks whether playing a cell moves the deployment's clock. */
export function movesClock(contract: Contract, { event }: Pick<Transition, 'event'>, from: string): boolean {
  return isOfClock(contract, event) || isTimed(contract, from);
}

const isOfClock = ({ lifecycle }: Contract, event: string): boolean => lifecycle.events[event]?.cause === 'clock';

/** Checks whether only the clock leads to a state, at any point on the way to it. */
function isTimed(contract: Contract, state: string, seen: readonly string[] = []): boolean {
  const { initial, transitions } = contract.lifecycle;
  const into = transitions.filter(({ to, from }) => to === state && from.some((one) => !seen.includes(one)));
  if (state === initial || into.length === 0) return false;
  const within = [...seen, state];
  return into.every(
    ({ event, from }) =>
      isOfClock(contract, event) || from.every((one) => within.includes(one) || isTimed(contract, one, within)),
  );
}

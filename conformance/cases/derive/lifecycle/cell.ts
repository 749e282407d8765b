import type { Contract, Transition } from '../../../src/contract/contract.ts';
import { callOf } from '../../../src/subject/ways-into.ts';

/** Names a cell of the lifecycle in the check of the plan. */
export const cellOf = (event: string, state: string): string => `${event} in ${state}`;

/** Returns the slugs of the operations that a cell is played with. */
export function operationsOf(contract: Contract, { event }: Transition): string[] {
  const called = callOf(contract, event)?.slug;
  return [...new Set(['create-payment', 'submit-receipt', 'fetch-payment', ...(called === undefined ? [] : [called])])];
}

/** Returns the features of the event and of the states that it leads from and to. */
export function featuresOfCell({ lifecycle }: Contract, { event, to }: Transition, from: string): string[] {
  const features = [lifecycle.events[event]?.feature, lifecycle.features[from], lifecycle.features[to ?? '']];
  return [...new Set(features.filter((feature) => feature !== undefined))];
}

/** Tells if a cell is played with the clock that the deployment has been given. */
export function movesClock({ event }: Transition, from: string): boolean {
  return from === 'EXPIRED' || event === 'expiry-due';
}

import type { Call } from '../../src/callbacks/listener.ts';
import type { Contract } from '../../src/contract/contract.ts';
import { showValue } from '../../src/contract/describe-schema.ts';
import type { Finding } from '../../src/outcome/finding.ts';
import { broken } from '../../src/outcome/make-finding.ts';
import { type CallbackPlay, eventOf, shown } from './callback-play.ts';

/** Returns calls in the order of their sequence numbers. */
export function inOrder(calls: readonly Call[]): Call[] {
  return [...calls].sort((one, other) => Number(eventOf(one).sequence) - Number(eventOf(other).sequence));
}

/** Compares a field of the events with the values expected; returns undefined where they agree. */
export function differ(
  calls: readonly Call[],
  field: string,
  expected: unknown[],
): { expected: string; received: string } | undefined {
  const received = inOrder(calls).map((call) => eventOf(call)[field]);
  if (expected.length === received.length && expected.every((value, at) => value === received[at])) return undefined;
  return {
    expected: `${field}: ${expected.join(', then ')}`,
    received: `${field}: ${received.map(showValue).join(', then ') || 'no call'}`,
  };
}

/** Makes the findings of a difference in callbacks; none where there is none. */
export function findingsOf(
  contract: Contract,
  requirement: string,
  play: CallbackPlay,
  what: { expected: string; received: string } | undefined,
): Finding[] {
  return what ? broken(contract, requirement, { member: 'callbackUrl', ...what, exchanges: shown(play) }) : [];
}

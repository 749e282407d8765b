import type { Call } from '../../src/callbacks/listener.ts';
import { type Contract, operationById } from '../../src/contract/contract.ts';
import { showValue } from '../../src/contract/describe-schema.ts';
import type { Exchange } from '../../src/http/exchange.ts';
import { broken, type Finding } from '../../src/outcome/finding.ts';
import { invoiceOf } from '../../src/subject/shared-exchanges.ts';
import { type CallbackPlay, eventOf, shown } from './callback-play.ts';

/** Returns calls in the order of their sequence numbers. */
export function inOrder(calls: readonly Call[]): Call[] {
  return [...calls].sort((one, other) => Number(eventOf(one).sequence) - Number(eventOf(other).sequence));
}

/** Compares a field of the events with the expected values; returns undefined if they agree. */
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

/** Returns a list with one finding if callbacks are not as expected; otherwise an empty list. */
export function findingsOf(
  contract: Contract,
  requirement: string,
  play: CallbackPlay,
  what: { expected: string; received: string } | undefined,
): Finding[] {
  return what ? broken(contract, requirement, { member: 'callbackUrl', ...what, exchanges: shown(play) }) : [];
}

/** Checks that a response does not show the callbackUrl. */
export function judgeNoCallbackUrl(contract: Contract, exchange: Exchange): Finding[] {
  const { callbackUrl } = invoiceOf(exchange);
  if (callbackUrl === undefined) return [];
  return broken(contract, 'invoice-without-callback-url', {
    member: 'callbackUrl',
    pointer: operationById(contract, 'createPayment').responsePointer,
    expected: 'callbackUrl: absent',
    received: `callbackUrl: ${showValue(callbackUrl)}`,
    exchanges: [exchange],
  });
}

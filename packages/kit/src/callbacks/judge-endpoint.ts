import type { AttemptResult } from './callback-sender.ts';
import { type EndpointChange, type EndpointHealth, longestRest } from './endpoint-health.ts';
import type { DeliveryDecision } from './outbox.ts';

/** Failures on our side, which say nothing about the receiver. */
const ourReasons: readonly string[] = ['no_secret', 'secret_unreadable'];

/**
 * Decides what an attempt means for its endpoint. An endpoint whose attempts have all failed for `disableAfter` milliseconds is
 * disabled: each event is still attempted once, as the contract asks, but not again. The first 2xx response enables it.
 * @param disableAfter 0 to disable none
 */
export function judgeEndpoint(
  result: AttemptResult,
  decision: DeliveryDecision,
  { failingSince = null, failedAt = null, disabledAt = null }: Partial<EndpointHealth>,
  now: number,
  disableAfter: number,
): { decision: DeliveryDecision; endpoint: EndpointChange | undefined } {
  if (decision.kind === 'delivered') return { decision, endpoint: failingSince === null ? undefined : 'healed' };
  if (decision.kind === 'gone' || (result.kind === 'failed' && ourReasons.includes(result.reason))) {
    return { decision, endpoint: undefined };
  }
  const isRow = failingSince !== null && failedAt !== null && now - failedAt <= longestRest;
  const isDisabled = disableAfter > 0 && (disabledAt !== null || (isRow && now - failingSince >= disableAfter));
  if (!isDisabled) return { decision, endpoint: 'failed' };
  const ended: DeliveryDecision =
    decision.kind === 'retry' ? { kind: 'dead', reason: `endpoint_disabled, ${decision.reason}` } : decision;
  return { decision: ended, endpoint: 'disabled' };
}

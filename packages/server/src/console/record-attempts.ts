import type { AttemptResult, FinishedAttempt } from '@payment-invoice/kit/callbacks';
import type { Journal } from './journal.ts';
import { maskText } from './mask-body.ts';

/**
 * Makes a function that records each attempt to deliver a callback. `now` returns the Unix time in milliseconds by the sandbox's
 * clock.
 */
export function recordAttempts(journal: Journal, now: () => number): (attempt: FinishedAttempt) => void {
  return ({ event, result, decision, ms }) => {
    const { id: eventId, accountId, invoiceId } = event;
    const kept = result.kind === 'responded' ? maskResponse(result) : result;
    journal.record({
      kind: 'attempt',
      eventId,
      accountId,
      invoiceId,
      at: now(),
      ms,
      attempt: event.attempts + 1,
      result: kept,
      decision,
    });
  };
}

/** Masks the text that a receiver sent. */
function maskResponse(response: AttemptResult & { kind: 'responded' }): AttemptResult {
  const { retryAfter, excerpt } = response;
  return {
    ...response,
    retryAfter: retryAfter === undefined ? undefined : maskText(retryAfter),
    ...(excerpt !== undefined && { excerpt: maskText(excerpt) }),
  };
}

import { finalStatuses, type invoiceLifetime, statuses } from '@payment-invoice/generated';
import { refuseAborted } from '../call/send-attempt.ts';
import { isPassing } from '../call/send-call.ts';
import { TimeoutError } from '../errors/timeout-error.ts';
import type { CallOptions } from '../options/client-options.ts';
import { startStopwatch } from '../options/clock.ts';
import { type CheckedOptions, readCallOptions } from '../options/read-options.ts';
import { wrongOption } from '../options/wrong-option.ts';
import type { InvoiceStatus, PaymentInvoice } from '../types.ts';

/** The options of waitForPayment; those of a call are for each look at the invoice, but for `timeoutMs`. */
export interface WaitOptions extends CallOptions {
  /** The status to wait for, or several. A final status ends the wait in any case: nothing follows it. */
  until?: InvoiceStatus | readonly InvoiceStatus[] | undefined;
  /** Milliseconds until the wait is given up with a TimeoutError. When absent, a minute more than an invoice lives unless the operator set another lifetime. */
  timeoutMs?: number | undefined;
}

/** A minute more than an invoice lives, by the seconds that it lives: as a type, because a bundle pays for each byte of a sum. */
type UsualWaitMs = { 1800: 1_860_000 }[(typeof invoiceLifetime)['default']];

/** Reads an invoice again and again, ever more slowly, until it is what was waited for. A service that fails in passing is waited out. */
export async function waitForPayment(
  look: (options: CallOptions) => Promise<PaymentInvoice>,
  { until = [], signal, ...options }: WaitOptions,
  client: CheckedOptions,
): Promise<PaymentInvoice> {
  const usualWaitMs: UsualWaitMs = 1_860_000;
  /** The first delay, and the time between the last look and the end. */
  const shortestDelayMs = 1_000;
  const longestDelayMs = 10_000;
  const { timeoutMs } = readCallOptions(options, { ...client, timeoutMs: usualWaitMs });
  const ends = [until, finalStatuses].flat();
  if (ends.some((status) => !statuses.includes(status)))
    throw wrongOption('until', `hold statuses of the contract: ${statuses.join(', ')}.`);
  const { clock } = client;
  const elapsedMs = startStopwatch(clock);
  let leftMs = timeoutMs;
  let seen = 'never read';
  for (let delayMs = shortestDelayMs; ; delayMs = Math.min(longestDelayMs, delayMs * 1.5)) {
    let leastMs = 0;
    let cause: unknown;
    try {
      const invoice = await look({ ...options, signal, timeoutMs: Math.ceil(leftMs) });
      seen = invoice.status;
      if (ends.includes(invoice.status)) return invoice;
    } catch (error) {
      if (!isPassing(error)) throw error;
      cause = error;
      leastMs = 1000 * (error.retryAfterSeconds ?? 0);
    }
    leftMs = timeoutMs - elapsedMs();
    // A service that asks to be left alone for longer than the wait has ended it; silence until then would tell nobody.
    if (leastMs && leastMs >= leftMs) throw cause;
    // The last look comes shortly before the end; what is left after it is waited out.
    const waitMs = Math.max(leastMs, Math.min(delayMs * (0.5 + clock.random() / 2), leftMs - shortestDelayMs));
    const sleepMs = Math.ceil(waitMs || Math.max(leftMs, 0));
    await clock.sleep(sleepMs, signal);
    refuseAborted(signal);
    // A machine that slept, too, may find that the time is over.
    leftMs = timeoutMs - elapsedMs(sleepMs);
    if (leftMs < 1) throw new TimeoutError(`The invoice was ${seen} after ${timeoutMs} ms of waiting.`, { cause });
  }
}

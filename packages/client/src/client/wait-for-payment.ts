import { finalStatuses, type invoiceLifetime, statuses } from '@payment-invoice/generated';
import { refuseAborted } from '../call/send-attempt.ts';
import { isPassing } from '../call/send-call.ts';
import { TimeoutError } from '../errors/error-classes.ts';
import type { CallOptions } from '../options/client-options.ts';
import { startCountdown } from '../options/clock.ts';
import { type CheckedOptions, readCallOptions, wrongOption } from '../options/read-options.ts';
import type { InvoiceStatus, PaymentInvoice } from '../types.ts';

/** The options of waitForPayment. Except for `timeoutMs`, the options of a call apply to each fetch of the invoice. */
export interface WaitOptions extends CallOptions {
  /** The status to wait for, or several. A final status always ends the wait, because nothing follows it. */
  until?: InvoiceStatus | readonly InvoiceStatus[] | undefined;
  /** Milliseconds after which the wait ends with a TimeoutError. Defaults to an invoice's default lifetime plus one minute. */
  timeoutMs?: number | undefined;
}

/** The default wait in ms: an invoice's default lifetime plus one minute. Calculating the sum would enlarge bundles. */
type UsualWaitMs = { 1800: 1_860_000 }[(typeof invoiceLifetime)['default']];

/** Fetches an invoice, with growing pauses, until its status is in `until` or final. Temporary failures do not end the wait. */
export async function waitForPayment(
  look: (options: CallOptions) => Promise<PaymentInvoice>,
  { until = [], signal, ...options }: WaitOptions,
  client: CheckedOptions,
): Promise<PaymentInvoice> {
  const usualWaitMs: UsualWaitMs = 1_860_000;
  /** The first delay. The last fetch happens this long before the end of the wait. */
  const shortestDelayMs = 1_000;
  const longestDelayMs = 10_000;
  const { clock, timeoutMs } = readCallOptions(options, { ...client, timeoutMs: usualWaitMs });
  const ends = [until, finalStatuses].flat();
  if (ends.some((status) => !statuses.includes(status))) throw wrongOption('until', `be among ${statuses.join(', ')}.`);
  const leftMs = startCountdown(clock, timeoutMs);
  let seen = 'never read';
  for (let delayMs = shortestDelayMs; ; delayMs = Math.min(longestDelayMs, delayMs * 1.5)) {
    let leastMs = 0;
    let cause: unknown;
    try {
      const invoice = await look({ ...options, signal, timeoutMs: Math.ceil(leftMs()) });
      seen = invoice.status;
      if (ends.includes(invoice.status)) return invoice;
    } catch (error) {
      if (!isPassing(error)) throw error;
      cause = error;
      leastMs = 1000 * (error.retryAfterSeconds ?? 0);
    }
    const restMs = Math.max(leftMs(), 0);
    // The service allows no further fetch before the end of the wait. So the wait ends now, with the error of the last fetch.
    if (leastMs && leastMs >= restMs) throw cause;
    // Plans the last fetch shortly before the end of the wait. After that fetch, waits only for the remaining time.
    const waitMs = Math.max(leastMs, Math.min(delayMs * (0.5 + clock.random() / 2), restMs - shortestDelayMs));
    const sleepMs = Math.ceil(waitMs || restMs);
    await clock.sleep(sleepMs, signal);
    refuseAborted(signal);
    // If the machine was suspended during the wait, the time may be over.
    if (leftMs(sleepMs) < 1) throw new TimeoutError(`The invoice was ${seen} after ${timeoutMs} ms of waiting.`, { cause });
  }
}

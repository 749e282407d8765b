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
const usualWaitMs: UsualWaitMs = 1_860_000;
const firstDelayMs = 1_000;
const longestDelayMs = 10_000;
const lastLookMs = 1_000;

/** Reads an invoice again and again, ever more slowly, until it is what was waited for. A service that fails in passing is waited out. */
export async function waitForPayment(
  look: (options: CallOptions) => Promise<PaymentInvoice>,
  { until = [], signal, ...options }: WaitOptions,
  client: CheckedOptions,
): Promise<PaymentInvoice> {
  const { timeoutMs } = readCallOptions(options, { ...client, timeoutMs: usualWaitMs });
  const wanted = [until].flat();
  if (wanted.some((status) => !statuses.includes(status)))
    throw wrongOption('until', `hold statuses of the contract: ${statuses.join(', ')}.`);
  const { clock } = client;
  const watch = startStopwatch(clock);
  let leftMs = timeoutMs;
  let seen = 'never read';
  for (let delayMs = firstDelayMs; ; delayMs = Math.min(longestDelayMs, delayMs * 1.5)) {
    let leastMs = 0;
    let cause: unknown;
    try {
      const invoice = await look({ ...options, signal, timeoutMs: Math.ceil(leftMs) });
      const { status } = invoice;
      if (wanted.includes(status) || (finalStatuses as readonly InvoiceStatus[]).includes(status)) return invoice;
      seen = status;
    } catch (error) {
      if (!isPassing(error)) throw error;
      cause = error;
      leastMs = 1000 * (error.retryAfterSeconds ?? 0);
    }
    leftMs = timeoutMs - watch.elapsed();
    // A service that asks to be left alone for longer than the wait has ended it; silence until then would tell nobody.
    if (leastMs > 0 && leastMs >= leftMs) throw cause;
    // The last look comes shortly before the end; what is left after it is waited out.
    const waitMs = Math.max(leastMs, Math.min(delayMs * (0.5 + clock.random() / 2), leftMs - lastLookMs));
    const isOver = waitMs <= 0 || waitMs >= leftMs;
    const sleepMs = Math.ceil(isOver ? leftMs : waitMs);
    await clock.sleep(sleepMs, signal);
    watch.waited(sleepMs);
    refuseAborted(signal);
    // A machine that slept, too, may find that the time is over.
    leftMs = timeoutMs - watch.elapsed();
    if (isOver || leftMs < 1) {
      throw new TimeoutError(`The invoice was ${seen} after ${timeoutMs} ms of waiting.`, { cause });
    }
  }
}

import type { Clock } from './clock.ts';
import { TimeoutError } from './errors/timeout-error.ts';
import { isPassing } from './is-passing.ts';
import { checkNumber } from './read-options.ts';
import { refuseAborted } from './send-attempt.ts';
import type { InvoiceStatus, PaymentInvoice } from './types.ts';

/** What waitForPayment waits for, and for how long. */
export interface WaitOptions {
  /** The status to wait for, or several. PAID, FAILED and EXPIRED end the wait in any case: nothing follows them. */
  until?: InvoiceStatus | readonly InvoiceStatus[];
  /** Ends the wait, which then throws an AbortError. */
  signal?: AbortSignal;
  /** Milliseconds until the wait is given up with a TimeoutError. 1800000, half an hour, when absent. */
  timeoutMs?: number;
}

const final: InvoiceStatus[] = ['PAID', 'FAILED', 'EXPIRED'];
const firstDelayMs = 1_000;
const longestDelayMs = 10_000;

/** Reads an invoice again and again, ever more slowly, until it is what was waited for. A service that fails in passing is waited out. */
export async function waitForPayment(
  read: (timeoutMs: number) => Promise<PaymentInvoice>,
  { until = [], signal, timeoutMs = 1_800_000 }: WaitOptions,
  { now, sleep, random }: Clock,
): Promise<PaymentInvoice> {
  const endsAt = now() + checkNumber('timeoutMs', timeoutMs, 1);
  let seen = 'never read';
  for (let delayMs = firstDelayMs; ; delayMs = Math.min(longestDelayMs, delayMs * 1.5)) {
    let waitMs = delayMs * (0.5 + random() / 2);
    let cause: unknown;
    try {
      const invoice = await read(endsAt - now());
      if (final.includes(invoice.status) || until.includes(invoice.status)) return invoice;
      seen = invoice.status;
    } catch (error) {
      if (!isPassing(error)) throw error;
      cause = error;
      waitMs = Math.max(waitMs, 1000 * (error.retryAfterSeconds ?? 0));
    }
    if (now() + waitMs >= endsAt) {
      throw new TimeoutError(`The invoice was ${seen} when the ${timeoutMs} ms of waiting were over.`, { cause });
    }
    await sleep(Math.ceil(waitMs), signal);
    refuseAborted(signal);
  }
}

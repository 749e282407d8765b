import type { Clock } from './clock.ts';
import { TimeoutError } from './errors/timeout-error.ts';
import { isPassing } from './is-passing.ts';
import type { Limits } from './read-options.ts';
import { refuseAborted } from './send-attempt.ts';
import type { InvoiceStatus, PaymentInvoice } from './types.ts';

/** What waitForPayment waits for, and for how long; the other limits are those of each look. */
export interface WaitOptions extends Limits {
  /** The status to wait for, or several. PAID, FAILED and EXPIRED end the wait in any case: nothing follows them. */
  until?: InvoiceStatus | readonly InvoiceStatus[] | undefined;
  /** Ends the wait, which then throws an AbortError. */
  signal?: AbortSignal | undefined;
  /** Milliseconds until the wait is given up with a TimeoutError. 1800000, half an hour, when absent. */
  timeoutMs?: number;
}

const final: InvoiceStatus[] = ['PAID', 'FAILED', 'EXPIRED'];
const firstDelayMs = 1_000;
const longestDelayMs = 10_000;
const lastLookMs = 1_000;

/** Reads an invoice again and again, ever more slowly, until it is what was waited for. A service that fails in passing is waited out. */
export async function waitForPayment(
  read: (timeoutMs: number) => Promise<PaymentInvoice>,
  { until = [], signal, timeoutMs }: WaitOptions & { timeoutMs: number },
  { now, sleep, random }: Clock,
): Promise<PaymentInvoice> {
  const ends = [until].flat().concat(final);
  const endsAt = now() + timeoutMs;
  let leftMs = timeoutMs;
  let seen = 'never read';
  for (let delayMs = firstDelayMs; ; delayMs = Math.min(longestDelayMs, delayMs * 1.5)) {
    let leastMs = 0;
    let cause: unknown;
    try {
      const invoice = await read(leftMs);
      if (ends.includes(invoice.status)) return invoice;
      seen = invoice.status;
    } catch (error) {
      if (!isPassing(error)) throw error;
      cause = error;
      leastMs = 1000 * (error.retryAfterSeconds ?? 0);
    }
    leftMs = endsAt - now();
    // The last look comes shortly before the end; what is left after it, or is shorter than the service asks for, is waited out.
    const waitMs = Math.max(leastMs, Math.min(delayMs * (0.5 + random() / 2), leftMs - lastLookMs));
    const isOver = waitMs <= 0 || waitMs >= leftMs;
    await sleep(Math.max(0, Math.ceil(isOver ? leftMs : waitMs)), signal);
    refuseAborted(signal);
    // A machine that slept, too, may find that the time is over.
    leftMs = endsAt - now();
    if (isOver || leftMs < 1) {
      throw new TimeoutError(`The invoice was ${seen} after ${timeoutMs} ms of waiting.`, cause ? { cause } : {});
    }
  }
}

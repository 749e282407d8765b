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
const lastLookMs = 1_000;

/** Reads an invoice again and again, ever more slowly, until it is what was waited for. A service that fails in passing is waited out. */
export async function waitForPayment(
  read: (timeoutMs: number) => Promise<PaymentInvoice>,
  options: WaitOptions,
  { now, sleep, random }: Clock,
): Promise<PaymentInvoice> {
  const { ends, signal, timeoutMs } = readWaitOptions(options);
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
    let waitMs = Math.max(leastMs, delayMs * (0.5 + random() / 2));
    // What would outlast the time is cut: to a last look before its end, or to its end.
    if (waitMs > leftMs) waitMs = leastMs < leftMs - lastLookMs ? leftMs - lastLookMs : leftMs;
    const isOver = waitMs === leftMs;
    await sleep(Math.ceil(waitMs), signal);
    refuseAborted(signal);
    // A machine that slept, too, may find that the time is over.
    leftMs = endsAt - now();
    if (isOver || leftMs < 1) {
      throw new TimeoutError(`The invoice was ${seen} when the ${timeoutMs} ms of waiting were over.`, { cause });
    }
  }
}

function readWaitOptions({ until = [], signal, timeoutMs = 1_800_000, ...others }: WaitOptions) {
  const [unknown] = Object.keys(others);
  if (unknown) throw new TypeError(`There is no option "${unknown}".`);
  const ends = [until].flat().concat(final);
  if (!ends.every((status) => typeof status === 'string')) throw new TypeError('The option until must be a status, or several.');
  return { ends, signal, timeoutMs: checkNumber('timeoutMs', timeoutMs, 1) };
}

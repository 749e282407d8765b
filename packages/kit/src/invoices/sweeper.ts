import type { Log } from '../log.ts';
import type { InvoiceStore } from './services.ts';

/** The approximate time between two sweeps in milliseconds. The callback of an expiry is late by at most about that much. */
const every = 1_000;

/** The number of invoices that one transaction changes: so few that no request notices the wait. */
const batch = 100;

/**
 * Makes the changes that only time causes: it expires invoices, so that their callbacks are sent even if nobody fetches
 * the invoices, and deletes old idempotency keys.
 */
export interface Sweeper {
  /** Applies everything that is due now. */
  sweep(): Promise<void>;
  /** Sweeps regularly until it is stopped. */
  start(): void;
  /** Stops, and resolves when the last sweep has ended. */
  stop(): Promise<void>;
}

/** Makes a sweeper that follows the clock `now`. When the store is unavailable, it logs that and tries again. */
export function createSweeper(store: Pick<InvoiceStore, 'expireDue' | 'forgetKeys'>, now: () => number, logger: Log): Sweeper {
  let timer: NodeJS.Timeout | undefined;
  let sweeping: Promise<void> = Promise.resolve();
  const sweep = async () => {
    while ((await store.expireDue(now(), batch)) === batch);
    while ((await store.forgetKeys(now(), batch)) === batch);
  };
  const look = async () => {
    sweeping = sweep().catch((error) => logger.error({ err: error }, 'expiry could not be applied'));
    await sweeping;
    // Not an interval, because two sweeps at once would do the same work. The time varies, so that servers with a
    // shared database do not all sweep at once.
    if (timer) timer = setTimeout(look, every * (0.75 + Math.random() / 2)).unref();
  };
  return {
    sweep,
    start: () => {
      timer = setTimeout(look, 0).unref();
    },
    stop: () => {
      clearTimeout(timer);
      timer = undefined;
      return sweeping;
    },
  };
}

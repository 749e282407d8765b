import type { Log } from '../log.ts';
import type { InvoiceStore } from './services.ts';

/** The approximate time between two sweeps, in milliseconds. The callback of an expiry is sent at most about that much late. */
const every = 1_000;

/** How many invoices are changed per transaction, so few that no request notices the wait. */
const batch = 100;

/**
 * Applies changes that only time causes: expiry, so that its callback is sent without a read, and the end of idempotency keys.
 */
export interface Sweeper {
  /** Applies everything that is due now. */
  sweep(): Promise<void>;
  /** Sweeps regularly until it is stopped. */
  start(): void;
  /** Stops, and resolves when the last sweep is over. */
  stop(): Promise<void>;
}

/** Makes a sweeper that uses the clock `now`. When it cannot reach the store, it logs that and tries again. */
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
    // Uses no interval, because two sweeps at once would do the same work. The time varies, so that servers that share a database
    // do not all sweep at the same moment.
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

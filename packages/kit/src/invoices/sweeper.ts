import type { Log } from '../log.ts';
import type { InvoiceStore } from './services.ts';

/** The approximate time between two sweeps, in milliseconds. It is also roughly the longest delay of an expiry's callback. */
const every = 1_000;

/** The number of invoices that one transaction changes. It is small, so that requests hardly have to wait for a sweep. */
const batch = 100;

/** Expires invoices whose time is over, so that their callbacks are sent, and deletes old idempotency keys. */
export interface Sweeper {
  /** Makes all changes that are due now. */
  sweep(): Promise<void>;
  /** Sweeps repeatedly until `stop` is called. */
  start(): void;
  /** Stops, and resolves when the last sweep has ended. */
  stop(): Promise<void>;
}

/** Makes a sweeper that uses the clock `now`. If the store is unavailable, the sweeper logs an error and tries again later. */
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
    // The next sweep begins only after this one. The delay varies, so that servers do not all sweep a shared database at once.
    if (timer) timer = setTimeout(look, every * (0.75 + Math.random() / 2)).unref();
  };
  return {
    sweep,
    start: () => (timer = setTimeout(look, 0).unref()),
    stop: () => {
      clearTimeout(timer);
      timer = undefined;
      return sweeping;
    },
  };
}

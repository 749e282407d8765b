import type { Log } from '../log.ts';
import type { InvoiceStore } from './invoice-store.ts';

/** Milliseconds between two looks, about: the callback of an expiry is little later than this. */
const every = 1_000;

/** Invoices that share a transaction: so few that no request notices the wait. */
const batch = 100;

/** Applies what only time brings about: expiry, so that its callback fires without a read, and the end of idempotency keys. */
export interface Sweeper {
  /** Applies all that is due now. */
  sweep(): Promise<void>;
  /** Looks again and again, until it is stopped. */
  start(): void;
  /** Resolves when the last look is over. */
  stop(): Promise<void>;
}

/** Makes a sweeper that goes by the clock `now`. When it cannot reach the store, it logs that and tries again. */
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
    // Not an interval: two looks at once would do the same work.
    // Servers that share a database should not look all at the same moment.
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

import type { Database } from 'better-sqlite3';
import { StoreUnavailableError } from './store-unavailable-error.ts';
import { translateErrorsLater } from './translate-errors.ts';
import type { WriteQueue } from './write-queue.ts';

/** Milliseconds for which a result is reused: everyone may ask whether the server is ready. */
const freshFor = 1_000;
/** Milliseconds after a failed write for which nothing is tried: a disk with room for one page has none for an invoice. */
const wary = 10_000;

/**
 * Makes a check that the database can be written, not only read: it writes its version over itself. A disk that is full would
 * otherwise count as ready, and every create be a 503.
 */
export function createWriteProbe(db: Database, writes: WriteQueue, checkPlace: () => void): () => Promise<void> {
  const version = Number(db.pragma('user_version', { simple: true }));
  let last: Promise<void> | undefined;
  let askedAt = Number.NEGATIVE_INFINITY;
  return async () => {
    if (!db.open) throw new StoreUnavailableError('The database is closed.');
    checkPlace();
    const now = performance.now();
    const failedAt = writes.failedAt();
    if (failedAt !== undefined && now - failedAt < wary) throw new StoreUnavailableError('The last write failed.');
    if (!last || now - askedAt >= freshFor) {
      askedAt = now;
      last = translateErrorsLater(writes.run(() => void db.pragma(`user_version = ${version}`), 'process'));
      // Tried again at once: one that failed is worth another look.
      last.catch(() => {
        last = undefined;
      });
    }
    return last;
  };
}

import type { Database } from 'better-sqlite3';
import { StoreUnavailableError } from './store-unavailable-error.ts';
import { translateErrorsLater } from './translate-errors.ts';
import type { WriteQueue } from './write-queue.ts';

/** The time in milliseconds for which a result is reused, because anyone may ask whether the server is ready. */
const freshFor = 1_000;
/**
 * How many milliseconds after a failed write the probe does not write. A disk with room for one page may have none for an
 * invoice.
 */
const wary = 10_000;

/**
 * Makes a check that the database can be written, not only read, by writing its version number unchanged. Otherwise a server with
 * a full disk would count as ready, and respond to every create with 503.
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
      // A failure is not reused, so the next call checks again at once.
      last.catch(() => {
        last = undefined;
      });
    }
    return last;
  };
}

import type { Database } from 'better-sqlite3';

/** Announces a read. Returns the number of the current turn of the event loop. */
export type BeginRead = () => number;

/**
 * How many reads of a turn run without a transaction: as many as one request makes. For so few, beginning and ending a
 * transaction would take as long as the reads.
 */
const alone = 2;

/**
 * Lets the reads of one turn of the event loop share a transaction when they are more than a single request makes. They see the
 * file as it is when the transaction begins, so the write of another process is seen from the next turn on. `check` may throw to
 * refuse the reads of a turn.
 */
export function createSharedRead(db: Database, check: () => void = () => undefined): BeginRead {
  const sql = { begin: db.prepare('BEGIN'), end: db.prepare('ROLLBACK') };
  let turn = 0;
  /** How many reads this turn has had so far. */
  let reads = 0;
  let isShared = false;
  const end = () => {
    reads = 0;
    // Normally a write of the same turn has already ended the shared transaction. A transaction that a write left open
    // must not be committed.
    if (isShared && db.open && db.inTransaction) sql.end.run();
    isShared = false;
  };
  return () => {
    if (reads === 0) {
      check();
      turn += 1;
      setImmediate(end);
    }
    reads += 1;
    if (reads === alone + 1 && !db.inTransaction) {
      sql.begin.run();
      isShared = true;
    }
    return turn;
  };
}

import type { Database } from 'better-sqlite3';

/** Announces a read. Returns the number of the current turn of the event loop. */
export type BeginRead = () => number;

/**
 * The number of reads of a turn that run without a transaction, which is what one request makes. For so few, beginning
 * and ending a transaction would take as long as the reads.
 */
const alone = 2;

/**
 * Makes a function that is called before each read. When a turn of the event loop makes more reads than one request
 * would, the function lets them share a transaction. They then see the file as it was when the transaction began, and
 * another process's later write from the next turn on. `check` may throw to refuse the reads of a turn.
 */
export function createSharedRead(db: Database, check: () => void = () => undefined): BeginRead {
  const sql = { begin: db.prepare('BEGIN'), end: db.prepare('ROLLBACK') };
  let turn = 0;
  /** The number of reads in this turn so far. */
  let reads = 0;
  let isShared = false;
  const end = () => {
    reads = 0;
    // Normally a write of the same turn has ended the shared transaction. Rolls it back otherwise, because a
    // transaction that a write left open must not be committed.
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

import type { Database } from 'better-sqlite3';

/** Must be called before each read. Returns the number of the current turn of the event loop. */
export type BeginRead = () => number;
/** How many reads of a turn get no transaction: as many as one request makes. A transaction would double their time. */
const alone = 2;

/**
 * Makes a function that must be called before each read. From the third read in a turn of the event loop on, all reads of the
 * turn share a transaction, which is faster. They see the database as it was when the transaction began; a write of another
 * process becomes visible in the next turn.
 * @param check may throw to prevent the reads of a turn
 */
export function createSharedRead(db: Database, check: () => void = () => undefined): BeginRead {
  const sql = { begin: db.prepare('BEGIN'), end: db.prepare('ROLLBACK') };
  let turn = 0;
  let reads = 0;
  let isShared = false;
  const end = () => {
    reads = 0;
    // Normally, a write in the same turn has already ended the shared transaction. Otherwise, it is rolled back instead
    // of committed, because an unfinished write may have left changes in it.
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

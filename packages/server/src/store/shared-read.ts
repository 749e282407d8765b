import type { Database } from 'better-sqlite3';

/** Says that something is about to be read. Returns the number of the turn of the event loop in which it is. */
export type BeginRead = () => number;

/** The reads of a turn that come without a transaction: those of one request, which would take no longer than to begin and end one. */
const alone = 2;

/**
 * Lets the reads of one turn of the event loop share a transaction once they are more than those of a lone request. These see the
 * file as it is when it begins: what another process writes is seen from the next turn on. `check` may refuse the reads of a turn.
 */
export function createSharedRead(db: Database, check: () => void = () => undefined): BeginRead {
  const sql = { begin: db.prepare('BEGIN'), end: db.prepare('ROLLBACK') };
  let turn = 0;
  /** The reads of this turn; 0 before the first. */
  let reads = 0;
  let isShared = false;
  const end = () => {
    reads = 0;
    // Writes of the same turn have ended it; a transaction that they left open must not be committed.
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

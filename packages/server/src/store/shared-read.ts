import type { Database } from 'better-sqlite3';

/** Says that something is about to be read. Returns the number of the state that is read; undefined when each read sees the newest. */
export type BeginRead = () => number | undefined;

/**
 * Lets the reads of one turn of the event loop share a transaction, as beginning and ending one takes longer than a look-up.
 * They see the file as it is when the first of them asks: a token that another process revokes is refused from the next turn on.
 * `check` may refuse the reads of a turn.
 */
export function createSharedRead(db: Database, check: () => void = () => undefined): BeginRead {
  const sql = { begin: db.prepare('BEGIN'), end: db.prepare('ROLLBACK') };
  let scheduled = false;
  let state = 0;
  const end = () => {
    scheduled = false;
    // Writes of the same turn have ended it; a transaction that they left open must not be committed.
    if (db.open && db.inTransaction) sql.end.run();
  };
  return () => {
    if (!scheduled && !db.inTransaction) {
      check();
      sql.begin.run();
      scheduled = true;
      state += 1;
      setImmediate(end);
    }
    return scheduled && db.inTransaction ? state : undefined;
  };
}

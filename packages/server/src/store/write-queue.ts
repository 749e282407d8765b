import type { Database } from 'better-sqlite3';
import { StoreUnavailableError } from './store-unavailable-error.ts';
import { describeStorage, isFailedFlush, translateErrorsLater } from './translate-errors.ts';

/** The maximum number of writes that share a transaction. */
const batchSize = 128;

/** The failure that a committed write must survive: a power cut, which requires a flush, or only the end of the process. */
export type Survives = 'power cut' | 'process';

interface Job {
  work: () => unknown;
  survives: Survives;
  resolve: (value: never) => void;
  reject: (error: unknown) => void;
}

/** Runs synchronous write operations, and commits several of them together. */
export interface WriteQueue {
  /**
   * Resolves with the result of `work` once its changes are committed and, unless `survives` is `process`, on disk. `work` must
   * change nothing but the database, because it runs again if another write in its batch fails. Rejects with a
   * StoreUnavailableError if the storage is unavailable.
   */
  run<T>(work: () => T, survives?: Survives): Promise<T>;
  /** Runs the effect after the work is committed, and never if it is rolled back. Must be called from within `work`. */
  afterCommit(effect: () => void): void;
  /** Returns the time at which the last batch failed, by `performance.now()`; undefined if it succeeded. */
  failedAt(): number | undefined;
  /** Must be called if another process has written the log, because that process may have ended after a failed flush. */
  distrustLog(): void;
  /** Commits all waiting writes now. */
  drain(): void;
}

/**
 * Makes a queue that commits writes in batches. All writes of one turn of the event loop wait for the disk together, and none
 * resolves before its data is on disk. If a write fails, only that write is rolled back. A single write waits only until the end
 * of the turn.
 * @param check may throw to reject a batch before it begins
 */
export function createWriteQueue(db: Database, check: () => void): WriteQueue {
  const sql = {
    begin: db.prepare('BEGIN IMMEDIATE'),
    commit: db.prepare('COMMIT'),
    rollback: db.prepare('ROLLBACK'),
    savepoint: db.prepare('SAVEPOINT job'),
    release: db.prepare('RELEASE job'),
    undo: db.prepare('ROLLBACK TO job'),
  };
  /** The current `synchronous` setting. Each batch sets the value that it needs, so a failed batch cannot leave a wrong value. */
  let synchronous: Survives | undefined;
  let waiting: Job[] = [];
  let scheduled = false;
  let failedAt: number | undefined;
  /**
   * The state of the write-ahead log. After a failed flush it has a hole: the system has dropped the data but treats it as
   * written, so no later flush writes it. After a power cut, everything after the hole would be lost.
   */
  let log: 'whole' | 'unknown' | 'holed' = 'whole';
  /** The effects of the job that is currently running. */
  let effects: (() => void)[] = [];

  const schedule = () => {
    if (scheduled) return;
    scheduled = true;
    setImmediate(() => {
      scheduled = false;
      commitBatch();
      if (waiting.length > 0) schedule();
    });
  };
  const commitBatch = () => {
    const batch = waiting.slice(0, batchSize);
    waiting = waiting.slice(batchSize);
    if (batch.length === 0) return;
    let settlements: (() => void)[];
    try {
      settlements = commit(batch);
      failedAt = undefined;
    } catch (error) {
      failedAt = performance.now();
      if (isFailedFlush(error)) log = 'holed';
      // Rejects the promises before the rollback, which may fail for the same reason. In either case, nothing was committed.
      for (const { reject } of batch) reject(error);
      try {
        if (db.open && db.inTransaction) sql.rollback.run();
      } catch {
        // The rollback is tried again before the next batch begins.
      }
      return;
    }
    for (const settle of settlements) settle();
  };
  /** Commits the jobs. Returns functions that resolve or reject the jobs' promises. */
  const commit = (batch: readonly Job[]): (() => void)[] => {
    check();
    begin(batch);
    let settlements: (() => void)[];
    try {
      settlements = batch.map(perform);
    } catch {
      // A job has failed, which is rare. Repeats the batch with a savepoint for each job, which is slower.
      begin(batch);
      settlements = batch.map(performAlone);
    }
    sql.commit.run();
    return settlements;
  };
  const begin = (batch: readonly Job[]) => {
    // A transaction may be open: for this turn's reads, for a batch that is now repeated, or because a rollback failed.
    if (db.inTransaction) sql.rollback.run();
    if (log !== 'whole') renewLog();
    const survives = batch.some((job) => job.survives === 'power cut') ? 'power cut' : 'process';
    // Does not use a prepared statement, because SQLite applies this pragma when it prepares the statement, not when it runs it.
    if (synchronous !== survives) db.pragma(`synchronous = ${survives === 'power cut' ? 'FULL' : 'NORMAL'}`);
    synchronous = survives;
    sql.begin.run();
  };
  /** Repairs the log: copies its contents, which are still readable, into the database, flushes it, and starts an empty log. */
  const renewLog = () => {
    let found: { busy: number } | undefined;
    try {
      [found] = db.pragma('wal_checkpoint(TRUNCATE)') as { busy: number }[];
    } catch (error) {
      // Throws a new error without `mayBeDone`, because no change of the batch can have been made yet.
      throw new StoreUnavailableError(describeStorage(error), { cause: error });
    }
    // If the state of the log is unknown, the batch is written even if a reader has prevented the repair. Nearly every crash
    // leaves the log intact, and a tool that copies the log may never stop reading it.
    if (found?.busy !== 0 && log === 'holed')
      throw new StoreUnavailableError(
        'A flush to the disk failed. Nothing is confirmed until the log is restarted, which another process that reads the database prevents: end that process.',
      );
    log = 'whole';
  };
  const perform = ({ work, resolve }: Job): (() => void) => {
    effects = [];
    const value = work();
    const told = effects;
    return () => {
      for (const effect of told) effect();
      resolve(value as never);
    };
  };
  /** Runs one job in a savepoint, and rolls it back if it fails. */
  const performAlone = (job: Job): (() => void) => {
    sql.savepoint.run();
    try {
      const settle = perform(job);
      sql.release.run();
      return settle;
    } catch (error) {
      // Some errors, such as a full disk, end the whole transaction, and with it the batch.
      if (!db.inTransaction) throw error;
      sql.undo.run();
      sql.release.run();
      return () => job.reject(error);
    }
  };

  return {
    run: <T>(work: () => T, survives: Survives = 'power cut') => {
      schedule();
      return translateErrorsLater(new Promise<T>((resolve, reject) => waiting.push({ work, survives, resolve, reject })));
    },
    afterCommit: (effect) => {
      effects.push(effect);
    },
    failedAt: () => failedAt,
    distrustLog: () => {
      if (log === 'whole') log = 'unknown';
    },
    drain: () => {
      while (waiting.length > 0) commitBatch();
    },
  };
}

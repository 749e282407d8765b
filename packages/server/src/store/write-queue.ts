import type { Database } from 'better-sqlite3';
import { StoreUnavailableError } from './store-unavailable-error.ts';
import { describeStorage, isFailedFlush } from './translate-errors.ts';

/** The maximum number of writes that share a transaction. */
const batchSize = 128;

/**
 * The event that a settled write survives: a power cut, or only the end of the process. A write of the second kind does
 * not wait for the disk; if it is lost, its work is done again.
 */
export type Survives = 'power cut' | 'process';

interface Job {
  work: () => unknown;
  survives: Survives;
  resolve: (value: never) => void;
  reject: (error: unknown) => void;
}

/** Accepts synchronous write operations, and commits several of them together. */
export interface WriteQueue {
  /**
   * Resolves with the result of `work` once its changes are committed, and on the disk unless `survives` is `process`. Rejects
   * when none of them was committed. `work` must change only the database: it runs again when another write of its batch fails.
   */
  run<T>(work: () => T, survives?: Survives): Promise<T>;
  /** Runs the effect once the work is committed; if it is rolled back, never. May only be called within `work`. */
  afterCommit(effect: () => void): void;
  /** Returns the time, by `performance.now()`, at which the last batch failed; undefined when it succeeded. */
  failedAt(): number | undefined;
  /** Notes that another process wrote the log, and may have ended after a failed flush. */
  distrustLog(): void;
  /** Commits all waiting writes at once. */
  drain(): void;
}

/**
 * Makes a queue that commits writes in groups. All writes of one turn of the event loop wait for the disk together, and
 * none resolves before its data is there. When one of them fails, only that one is rolled back. A single write waits
 * only for the end of its turn.
 * @param check may throw to refuse a batch before it begins
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
  /**
   * The current `synchronous` setting. Each batch first sets the one that it needs, so a failed batch leaves no wrong setting.
   */
  let synchronous: Survives | undefined;
  let waiting: Job[] = [];
  let scheduled = false;
  let failedAt: number | undefined;
  /**
   * The state of the log. A failed flush leaves a hole in it: the system drops the data but treats it as written, so no
   * later flush brings it to the disk. After a power cut, everything after the hole is lost.
   */
  let log: 'whole' | 'unknown' | 'holed' = 'whole';
  /** The effects of the job that is running. */
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
      // Rejects before the rollback, which may fail for the same reason. Nothing was committed in either case.
      for (const { reject } of batch) reject(error);
      try {
        if (db.open && db.inTransaction) sql.rollback.run();
      } catch {
        // The next batch tries the rollback again before it begins.
      }
      return;
    }
    for (const settle of settlements) settle();
  };
  /** Commits the jobs, and returns functions that settle them. */
  const commit = (batch: readonly Job[]): (() => void)[] => {
    check();
    begin(batch);
    let settlements: (() => void)[];
    try {
      settlements = batch.map(perform);
    } catch {
      // A job has failed, which is rare. Repeats the batch with each job in a savepoint, which is slower.
      begin(batch);
      settlements = batch.map(performAlone);
    }
    sql.commit.run();
    return settlements;
  };
  const begin = (batch: readonly Job[]) => {
    // A transaction may still be open: for reads of this turn, for jobs that are being repeated, or because an earlier
    // rollback failed.
    if (db.inTransaction) sql.rollback.run();
    if (log !== 'whole') renewLog();
    const survives = batch.some((job) => job.survives === 'power cut') ? 'power cut' : 'process';
    // Runs without a prepared statement, because SQLite would apply this pragma when it prepares it.
    if (synchronous !== survives) db.pragma(`synchronous = ${survives === 'power cut' ? 'FULL' : 'NORMAL'}`);
    synchronous = survives;
    sql.begin.run();
  };
  /** Copies the log, which this process can still read, into the database, flushes that, and restarts the log. */
  const renewLog = () => {
    let found: { busy: number } | undefined;
    try {
      [found] = db.pragma('wal_checkpoint(TRUNCATE)') as { busy: number }[];
    } catch (error) {
      // Throws a new error, which does not say that a change may have been made: the batch has not begun.
      throw new StoreUnavailableError(describeStorage(error), { cause: error });
    }
    // Accepts a busy log whose state is unknown: nearly every crash leaves the log whole, and a tool that copies it may
    // never release it.
    if (found?.busy !== 0 && log === 'holed') {
      throw new StoreUnavailableError(
        'A flush to the disk failed. Nothing is confirmed until the log is restarted, which another process that reads the database prevents: end that process.',
      );
    }
    log = 'whole';
  };
  /** Runs one job inside the transaction. */
  const perform = ({ work, resolve }: Job): (() => void) => {
    effects = [];
    const value = work();
    const told = effects;
    return () => {
      for (const effect of told) effect();
      resolve(value as never);
    };
  };
  /** Runs one job in a savepoint, and rolls it back when it fails. */
  const performAlone = (job: Job): (() => void) => {
    sql.savepoint.run();
    try {
      const settle = perform(job);
      sql.release.run();
      return settle;
    } catch (error) {
      // Some errors, such as a full disk, end the whole transaction, and so the batch.
      if (!db.inTransaction) throw error;
      sql.undo.run();
      sql.release.run();
      return () => job.reject(error);
    }
  };

  return {
    run: (work, survives = 'power cut') =>
      new Promise((resolve, reject) => {
        waiting.push({ work, survives, resolve, reject });
        schedule();
      }),
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

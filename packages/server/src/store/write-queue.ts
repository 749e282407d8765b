import type { Database } from 'better-sqlite3';
import { StoreUnavailableError } from './store-unavailable-error.ts';
import { describeStorage, isFailedFlush } from './translate-errors.ts';

/** The maximum number of writes that share a transaction. */
const batchSize = 128;

/**
 * The event that a settled write survives: a power cut, or only the end of the process. The latter does not wait for the disk,
 * and is for work that is repeated when it is lost.
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
   * Resolves with the result of `work` once it is committed, and is on the disk unless `survives` is `process`. Rejects when no
   * part of it was committed. `work` must change nothing but the database, because it is repeated when another write of its batch
   * fails.
   */
  run<T>(work: () => T, survives?: Survives): Promise<T>;
  /** Runs the effect once the work is committed, and never if the work is rolled back. May only be called within `work`. */
  afterCommit(effect: () => void): void;
  /** Returns the time in milliseconds, by `performance.now()`, at which the last batch failed; undefined when it succeeded. */
  failedAt(): number | undefined;
  /** Notes that the log comes from another process, which may have ended after a failed flush. */
  distrustLog(): void;
  /** Commits all waiting writes at once. */
  drain(): void;
}

/**
 * Makes a queue that commits in groups: all writes of one turn of the event loop wait for the disk together, and none
 * settles before its data is there. A write that fails is rolled back alone. A write that is alone in its turn waits
 * only for the end of the turn. `check` may throw to refuse a batch before it begins.
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
   * The current `synchronous` setting of the database. A batch that needs the other setting changes it first, so a
   * failed batch never leaves a wrong one.
   */
  let synchronous: Survives | undefined;
  let waiting: Job[] = [];
  let scheduled = false;
  let failedAt: number | undefined;
  /**
   * The state of the log. A failed flush leaves a hole in it: the system treats the data that it dropped as written, so
   * that no later flush brings it to the disk. After a power cut, everything after the hole is lost.
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
      // Rejects before the rollback, which may fail for the same reason. In either case nothing was committed.
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
      // A job has failed, which is rare. Runs all jobs again, each in a savepoint, which makes each of them slower.
      begin(batch);
      settlements = batch.map(performAlone);
    }
    sql.commit.run();
    return settlements;
  };
  const begin = (batch: readonly Job[]) => {
    // A transaction is still open because of reads in this turn, jobs that are being repeated, or an earlier rollback
    // that failed too.
    if (db.inTransaction) sql.rollback.run();
    if (log !== 'whole') renewLog();
    const survives = batch.some((job) => job.survives === 'power cut') ? 'power cut' : 'process';
    // Not prepared in advance, because SQLite applies this pragma already when it is prepared.
    if (synchronous !== survives) db.pragma(`synchronous = ${survives === 'power cut' ? 'FULL' : 'NORMAL'}`);
    synchronous = survives;
    sql.begin.run();
  };
  /** Copies the log, which this process can still read, into the database, flushes the database, and restarts the log. */
  const renewLog = () => {
    let found: { busy: number } | undefined;
    try {
      [found] = db.pragma('wal_checkpoint(TRUNCATE)') as { busy: number }[];
    } catch (error) {
      // Throws a new error that says nothing about the batch, because no part of the batch was done, whatever failed
      // here.
      throw new StoreUnavailableError(describeStorage(error), { cause: error });
    }
    // Tolerates an unknown log, because nearly every crash leaves an intact log, and a tool that copies the log may
    // never release it.
    if (found?.busy !== 0 && log === 'holed') {
      throw new StoreUnavailableError(
        'A flush to the disk failed, and nothing is confirmed until the log is begun anew: another process reads the database. End that process.',
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
      // Some errors, such as a full disk, end the whole transaction, and with it the batch.
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

import type { Database } from 'better-sqlite3';
import { StoreUnavailableError } from './store-unavailable-error.ts';
import { describeStorage, isFailedFlush } from './translate-errors.ts';

/** The most writes that share a transaction. */
const batchSize = 128;

/**
 * The accident that a settled write survives: a power cut, or only the end of the process. The second does not wait for the disk,
 * and is for work that is done again when it is lost.
 */
export type Survives = 'power cut' | 'process';

interface Job {
  work: () => unknown;
  survives: Survives;
  resolve: (value: never) => void;
  reject: (error: unknown) => void;
}

/** Takes synchronous pieces of writing and commits them, several at a time. */
export interface WriteQueue {
  /**
   * Resolves with the result of `work` once it is committed, and on disk unless `survives` says less; rejects when nothing of it is.
   * `work` changes nothing but the database: it is done again when another one of its batch fails.
   */
  run<T>(work: () => T, survives?: Survives): Promise<T>;
  /** To be called within `work`: runs the effect once the work is on disk, and never when it is undone. */
  afterCommit(effect: () => void): void;
  /** Returns when the last batch failed, in milliseconds of `performance.now()`; undefined when it did not. */
  failedAt(): number | undefined;
  /** Says that the log is another process's, which may have ended after a flush that failed. */
  distrustLog(): void;
  /** Commits at once everything that waits. */
  drain(): void;
}

/**
 * Makes a queue that commits in groups: all writes of one turn of the event loop wait for the disk together, and none settles
 * before it is there. A write that fails is undone by itself.
 * A lone write waits only for the end of the turn. `check` may refuse a batch before it begins.
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
  /** The setting of the database. Each batch that needs the other one changes it first, so a failed batch never leaves it wrong. */
  let synchronous: Survives | undefined;
  let waiting: Job[] = [];
  let scheduled = false;
  let failedAt: number | undefined;
  /**
   * A flush that failed leaves a hole: the system takes for written what it dropped, so that no later flush brings it to the disk, and
   * after a power cut nothing is read that lies behind it in the log.
   */
  let log: 'whole' | 'unknown' | 'holed' = 'whole';
  /** Effects of the job that is being done. */
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
      // Before the rollback, which may fail for the same reason: nothing was committed either way.
      for (const { reject } of batch) reject(error);
      try {
        if (db.open && db.inTransaction) sql.rollback.run();
      } catch {
        // The next batch tries again before it begins.
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
      // A job has failed, which is rare: all of them again, each in a savepoint, which makes each slower.
      begin(batch);
      settlements = batch.map(performAlone);
    }
    sql.commit.run();
    return settlements;
  };
  const begin = (batch: readonly Job[]) => {
    // Left open by the reads of this turn, by jobs to be done again, or by an earlier rollback that failed too.
    if (db.inTransaction) sql.rollback.run();
    if (log !== 'whole') renewLog();
    const survives = batch.some((job) => job.survives === 'power cut') ? 'power cut' : 'process';
    // Not prepared ahead: SQLite sets this one when it is prepared.
    if (synchronous !== survives) db.pragma(`synchronous = ${survives === 'power cut' ? 'FULL' : 'NORMAL'}`);
    synchronous = survives;
    sql.begin.run();
  };
  /** Copies the log, which can still be read here, into the database, flushes that, and begins the log anew. */
  const renewLog = () => {
    let found: { busy: number } | undefined;
    try {
      [found] = db.pragma('wal_checkpoint(TRUNCATE)') as { busy: number }[];
    } catch (error) {
      // Not by way of the batch's own errors: whatever failed here, nothing of the batch was done.
      throw new StoreUnavailableError(describeStorage(error), { cause: error });
    }
    // Nearly every crash leaves a whole one, and a tool that copies the log may never let go of it.
    if (found?.busy !== 0 && log === 'holed') {
      throw new StoreUnavailableError(
        'A flush to the disk failed, and nothing is confirmed until the log is begun anew: another process reads the database. End that process.',
      );
    }
    log = 'whole';
  };
  /** Does one job inside the transaction. */
  const perform = ({ work, resolve }: Job): (() => void) => {
    effects = [];
    const value = work();
    const told = effects;
    return () => {
      for (const effect of told) effect();
      resolve(value as never);
    };
  };
  /** Does one job that can be undone, and undoes it when it fails. */
  const performAlone = (job: Job): (() => void) => {
    sql.savepoint.run();
    try {
      const settle = perform(job);
      sql.release.run();
      return settle;
    } catch (error) {
      // A full disk, say, ends the whole transaction, and with it the batch.
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

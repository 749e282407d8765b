/** The methods of an SQLite connection that begin and end transactions. `DatabaseSync` of `node:sqlite` has them. */
export interface TransactionConnection {
  exec(sql: string): void;
  isTransaction: boolean;
}

interface Job {
  work: () => Promise<unknown>;
  resolve: (value: never) => void;
  reject: (error: unknown) => void;
}

/** The maximum number of jobs that share a transaction. */
const most = 128;

/**
 * Makes a function that runs jobs in transactions, one job after another. Jobs that are waiting in the same turn of the event
 * loop share a commit, so that many jobs wait for the disk only once. A job's promise resolves when its changes are
 * committed. If a job throws, only its own changes are undone, and its promise rejects with the error. If the commit fails, all
 * jobs of the group are undone, and all their promises reject.
 */
export function shareCommits(db: TransactionConnection): <T>(work: () => Promise<T>) => Promise<T> {
  let waiting: Job[] = [];
  let isRunning = false;
  const rollBack = () => {
    if (db.isTransaction) db.exec('ROLLBACK');
  };
  const run = async () => {
    while (waiting.length > 0) {
      const group = waiting.slice(0, most);
      waiting = waiting.slice(most);
      try {
        rollBack();
        db.exec('BEGIN IMMEDIATE');
        const settle: (() => void)[] = [];
        for (const job of group) settle.push(await runAlone(db, job));
        db.exec('COMMIT');
        for (const one of settle) one();
      } catch (error) {
        for (const { reject } of group) reject(error);
        try {
          // Ends the transaction, which would otherwise lock out other connections until the next job.
          rollBack();
        } catch {
          // The rollback is tried again before the next group begins.
        }
      }
      // First lets the server read requests that arrived during the commit, so that their jobs join the next group.
      await new Promise(setImmediate);
    }
    isRunning = false;
  };
  return (work) =>
    new Promise((resolve, reject) => {
      waiting.push({ work, resolve, reject });
      if (isRunning) return;
      isRunning = true;
      setImmediate(run);
    });
}

/** Runs a job in a savepoint. Returns a function that settles the job's promise. Rethrows an error that ended the transaction. */
async function runAlone(db: TransactionConnection, { work, resolve, reject }: Job): Promise<() => void> {
  db.exec('SAVEPOINT job');
  try {
    const result = await work();
    db.exec('RELEASE job');
    return () => resolve(result as never);
  } catch (error) {
    if (!db.isTransaction) throw error;
    db.exec('ROLLBACK TO job');
    db.exec('RELEASE job');
    return () => reject(error);
  }
}

import { closeSync, existsSync, openSync, renameSync, rmSync } from 'node:fs';
import Database from 'better-sqlite3';
import { StartError } from '../errors/start-error.ts';

/**
 * Copies a database to a new file that only its owner can read. The database may be in use, and may have been written by another
 * release. The copy contains the state at a single point in time. It gets its final name only after its integrity has been
 * checked, so a killed process never leaves a file that looks like a complete backup.
 * @throws StartError if the database cannot be copied or the file exists; the partial copy is deleted
 */
export async function backUpDatabase(from: string, to: string): Promise<void> {
  const refuse = (error: unknown) =>
    new StartError(`The backup ${to} cannot be made: ${(error as Error).message}. Check the folder and the space in it.`, {
      cause: error,
    });
  const scratch = `${to}.${process.pid}.tmp`;
  try {
    refuseTaken(to);
    // The file is created here with these permissions, because SQLite would make it readable by everyone. If the file already
    // exists, opening it fails, and the file stays unchanged.
    closeSync(openSync(scratch, 'wx', 0o600));
  } catch (error) {
    throw refuse(error);
  }
  let db: Database.Database | undefined;
  try {
    db = new Database(from, { readonly: true, fileMustExist: true });
    // SQLite copies in steps, and starts again if another process writes in between. The read transaction prevents the restarts.
    db.exec('BEGIN');
    db.prepare('SELECT 1 FROM sqlite_schema LIMIT 1').get();
    await db.backup(scratch);
    const copy = new Database(scratch);
    try {
      const found = copy.pragma('integrity_check', { simple: true });
      if (found !== 'ok') throw new Error(`the copy is damaged (${found})`);
      // With this journal mode, the copy is a single file, which can be renamed.
      copy.pragma('journal_mode = DELETE');
    } finally {
      copy.close();
    }
    refuseTaken(to);
    renameSync(scratch, to);
  } catch (error) {
    for (const end of ['', '-wal', '-shm', '-journal']) rmSync(`${scratch}${end}`, { force: true });
    throw refuse(error);
  } finally {
    db?.close();
  }
}

function refuseTaken(file: string): void {
  if (existsSync(file)) throw new Error('it is already there');
}

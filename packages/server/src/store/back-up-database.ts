import { closeSync, existsSync, openSync, renameSync, rmSync } from 'node:fs';
import Database from 'better-sqlite3';
import { StartError } from '../errors/start-error.ts';

/**
 * Copies a database to a new file that only its owner can read. The database may be in use, and another release may
 * have written it. The copy shows the database at one point in time, and its integrity is checked. Only then does the
 * file get its final name, so that a killed process leaves no file that passes for a backup.
 * @throws StartError when it cannot be copied, or the file exists already; no partial file remains then
 */
export async function backUpDatabase(from: string, to: string): Promise<void> {
  const refuse = (error: unknown) =>
    new StartError(`The backup ${to} cannot be made: ${(error as Error).message}. Check the folder and the space in it.`, {
      cause: error,
    });
  const scratch = `${to}.${process.pid}.tmp`;
  try {
    refuseTaken(to);
    // Created here because SQLite would make it readable for everyone. If the file exists already, this fails and
    // leaves the file alone, because it belongs to someone else.
    closeSync(openSync(scratch, 'wx', 0o600));
  } catch (error) {
    throw refuse(error);
  }
  let db: Database.Database | undefined;
  try {
    db = new Database(from, { readonly: true, fileMustExist: true });
    // The copy is made in pieces, and would start again whenever another process writes in between. A read transaction
    // prevents that.
    db.exec('BEGIN');
    db.prepare('SELECT 1 FROM sqlite_schema LIMIT 1').get();
    await db.backup(scratch);
    const copy = new Database(scratch);
    try {
      const found = copy.pragma('integrity_check', { simple: true });
      if (found !== 'ok') throw new Error(`the copy is damaged (${found})`);
      // In this journal mode the copy is a single file, which can be moved.
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

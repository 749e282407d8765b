import { closeSync, existsSync, openSync, renameSync, rmSync } from 'node:fs';
import Database from 'better-sqlite3';
import { StartError } from '../errors/start-error.ts';

/**
 * Copies a database that may be in use, and of another release, to a new file for its owner only, as it is at one moment, and proves
 * the copy sound. Only then does it get its name: a kill leaves a file of another name, which nobody takes for a backup.
 * @throws StartError when it cannot be copied, or the file is there already; then there is no half a file
 */
export async function backUpDatabase(from: string, to: string): Promise<void> {
  const refuse = (error: unknown) =>
    new StartError(`The backup ${to} cannot be made: ${(error as Error).message}. Check the folder and the space in it.`, {
      cause: error,
    });
  const scratch = `${to}.${process.pid}.tmp`;
  try {
    refuseTaken(to);
    // SQLite would make it for everyone to read. Refuses a file that is there already: it is not ours to remove.
    closeSync(openSync(scratch, 'wx', 0o600));
  } catch (error) {
    throw refuse(error);
  }
  let db: Database.Database | undefined;
  try {
    db = new Database(from, { readonly: true, fileMustExist: true });
    // The copy is made in pieces, and begun anew whenever another process has written between two of them: one moment is held on to.
    db.exec('BEGIN');
    db.prepare('SELECT 1 FROM sqlite_schema LIMIT 1').get();
    await db.backup(scratch);
    const copy = new Database(scratch);
    try {
      const found = copy.pragma('integrity_check', { simple: true });
      if (found !== 'ok') throw new Error(`the copy is damaged (${found})`);
      // One file, that can be moved about by itself.
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

import { closeSync, openSync, rmSync } from 'node:fs';
import Database from 'better-sqlite3';
import { StartError } from '../start-error.ts';

/**
 * Copies a database that may be in use, and of another release, to a new file for its owner only, as it is at one moment, and proves
 * the copy sound.
 * @throws StartError when it cannot be copied; then there is no half a file
 */
export async function backUpDatabase(from: string, to: string): Promise<void> {
  const refuse = (error: unknown) =>
    new StartError(`The backup ${to} cannot be made: ${(error as Error).message}. Check the folder and the space in it.`, {
      cause: error,
    });
  try {
    // SQLite would make it for everyone to read. Not what is there already: that is not ours to remove.
    closeSync(openSync(to, 'wx', 0o600));
  } catch (error) {
    throw refuse(error);
  }
  let db: Database.Database | undefined;
  try {
    db = new Database(from, { readonly: true, fileMustExist: true });
    // The copy is made in pieces, and begun anew whenever another process has written between two of them: one moment is held on to.
    db.exec('BEGIN');
    db.prepare('SELECT 1 FROM sqlite_schema LIMIT 1').get();
    await db.backup(to);
    const copy = new Database(to);
    try {
      const found = copy.pragma('integrity_check', { simple: true });
      if (found !== 'ok') throw new Error(`the copy is damaged (${found})`);
      // One file, that can be moved about by itself.
      copy.pragma('journal_mode = DELETE');
    } finally {
      copy.close();
    }
  } catch (error) {
    for (const file of [to, `${to}-wal`, `${to}-shm`, `${to}-journal`]) rmSync(file, { force: true });
    throw refuse(error);
  } finally {
    db?.close();
  }
}

import Database from 'better-sqlite3';
import { StartError } from '../start-error.ts';
import { migrateDatabase } from './migrate-database.ts';

/**
 * Opens the database file, making it when there is none.
 * @throws StartError when it cannot be opened or is something else
 */
export function openDatabase(file: string): Database.Database {
  let db: Database.Database | undefined;
  try {
    // Waiting for another process's lock holds up every request: better a quick 503.
    db = new Database(file, { timeout: 500 });
    // better-sqlite3 is built to open WAL files with NORMAL, at each open: an answer must mean "on disk".
    db.pragma('synchronous = FULL');
    db.pragma('foreign_keys = ON');
    migrateDatabase(db);
    // After the tables were found to be ours: this changes the file, and it may be another program's.
    db.pragma('journal_mode = WAL');
    return db;
  } catch (error) {
    db?.close();
    throw new StartError(
      `The database ${file} cannot be used: ${reasonOf(error)}. Move the file away, or set DATA_DIR to another directory.`,
      { cause: error },
    );
  }
}

function reasonOf(error: unknown): string {
  const { code, message } = error as { code?: string; message: string };
  switch (code) {
    case 'SQLITE_NOTADB':
      return 'it is not an SQLite database';
    case 'SQLITE_CORRUPT':
      return 'it is damaged';
    case 'SQLITE_CANTOPEN':
    case 'SQLITE_CANTOPEN_ISDIR':
    case 'SQLITE_READONLY':
    case 'SQLITE_READONLY_DIRECTORY':
      return 'it cannot be opened for writing';
    case 'SQLITE_BUSY':
      return 'another process keeps it locked';
  }
  return message;
}

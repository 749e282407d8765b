import { closeSync, openSync } from 'node:fs';
import Database from 'better-sqlite3';
import { StartError } from '../errors/start-error.ts';
import { findOutdatedTables } from './find-outdated-tables.ts';
import { migrateDatabase, NewerFileError } from './migrate-database.ts';
import { explainStorage } from './translate-errors.ts';

/**
 * Opens the database file, making it when there is none.
 * @param isAlone lets nobody else have it open, before or after, until it is closed
 * @throws StartError when it cannot be opened or is something else
 */
export function openDatabase(file: string, isAlone = false): Database.Database {
  let db: Database.Database | undefined;
  try {
    makeForOwner(file);
    // Waiting for another process's lock holds up every request: better a quick 503.
    db = new Database(file, { timeout: 500 });
    // Before the file is looked at: SQLite takes the lock then, and finds out whether anyone else has it open.
    if (isAlone) db.pragma('locking_mode = EXCLUSIVE');
    // better-sqlite3 is built to open WAL files with NORMAL, at each open: a response must mean "on disk".
    db.pragma('synchronous = FULL');
    db.pragma('foreign_keys = ON');
    // The log is written back four times as rarely as by default: most pages are changed again before, and are written back once.
    db.pragma('wal_autocheckpoint = 4000');
    migrateDatabase(db);
    // After the tables were found to be ours: this changes the file, and it may be another program's.
    db.pragma('journal_mode = WAL');
    const outdated = findOutdatedTables(db);
    if (outdated.length > 0) throw new OutdatedTablesError(outdated);
    return db;
  } catch (error) {
    db?.close();
    if (error instanceof OutdatedTablesError) throw new StartError(error.message, { cause: error });
    throw new StartError(
      `The database ${file} cannot be used: ${explainStorage(error).reason}. ${cureOf(error)}, or set DATA_DIR to another directory.`,
      { cause: error },
    );
  }
}

/** The migrations lead to other tables than the code needs; for whoever changed one of the two. */
class OutdatedTablesError extends Error {
  constructor(differences: readonly string[]) {
    super(
      `The tables are not those that this server needs. Add a step to packages/server/src/store/migrations.ts:\n${differences.join('\n')}`,
    );
  }
}

/** Makes the file when there is none, for its owner only, as SQLite would for everyone to read; its log gets the same rights. @throws Error when it may not be written: SQLite would read on */
function makeForOwner(file: string): void {
  closeSync(openSync(file, 'a', 0o600));
}

function cureOf(error: unknown): string {
  if (error instanceof NewerFileError) return 'Start that release or one after it';
  return explainStorage(error).cure ?? 'Move the file away';
}

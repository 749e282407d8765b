import { closeSync, openSync } from 'node:fs';
import Database from 'better-sqlite3';
import { StartError } from '../errors/start-error.ts';
import { findOutdatedTables } from './find-outdated-tables.ts';
import { migrateDatabase, NewerFileError } from './migrations.ts';
import { explainStorage } from './translate-errors.ts';

/**
 * Opens the database file, and makes it when it does not exist.
 * @param isAlone keeps other processes from opening the file until it is closed
 * @throws StartError when it cannot be opened or is not our database
 */
export function openDatabase(file: string, isAlone = false): Database.Database {
  let db: Database.Database | undefined;
  try {
    makeForOwner(file);
    // Waiting for another process's lock delays every request, so a quick 503 is better.
    db = new Database(file, { timeout: 500 });
    // Set before the file is read, because SQLite then takes the lock and finds out whether another process has the file open.
    if (isAlone) db.pragma('locking_mode = EXCLUSIVE');
    // Set because better-sqlite3 is compiled to open WAL files with NORMAL each time, but a response must mean that the
    // data is on the disk.
    db.pragma('synchronous = FULL');
    db.pragma('foreign_keys = ON');
    // Checkpoints four times less often than the default, because most pages change again in between and need to be written back
    // only once.
    db.pragma('wal_autocheckpoint = 4000');
    migrateDatabase(db);
    // Set only after the tables are known to be ours, because it changes the file, which may be another program's.
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

/**
 * Thrown when the migrations do not produce the tables that the code needs. The message is for the developer who
 * changed the migrations or the code.
 */
class OutdatedTablesError extends Error {
  constructor(differences: readonly string[]) {
    super(
      `The tables are not those that this server needs. Add a step to packages/server/src/store/migrations.ts:\n${differences.join('\n')}`,
    );
  }
}

/**
 * Makes the file, when it does not exist, with access for its owner only. SQLite would make it readable for everyone. Its log
 * gets the same permissions.
 * @throws Error when the file may not be written, because SQLite would open it for reading only
 */
function makeForOwner(file: string): void {
  closeSync(openSync(file, 'a', 0o600));
}

function cureOf(error: unknown): string {
  if (error instanceof NewerFileError) return 'Start that release or one after it';
  return explainStorage(error).cure ?? 'Move the file away';
}

import { closeSync, openSync } from 'node:fs';
import Database from 'better-sqlite3';
import { StartError } from '../errors/start-error.ts';
import { findOutdatedTables } from './find-outdated-tables.ts';
import { migrateDatabase, NewerFileError } from './migrations.ts';
import { explainStorage } from './translate-errors.ts';

/**
 * Opens the database file, or makes it.
 * @param isAlone keeps other processes from opening the file while it is open here
 * @throws StartError when the file cannot be opened or is not our database
 */
export function openDatabase(file: string, isAlone = false): Database.Database {
  let db: Database.Database | undefined;
  try {
    makeForOwner(file);
    // Kept short: a wait for another process's lock delays every request, and a quick 503 is better.
    db = new Database(file, { timeout: 500 });
    // Set before the first read, which then takes the lock and fails if another process has the file open.
    if (isAlone) db.pragma('locking_mode = EXCLUSIVE');
    // Set at every open: better-sqlite3 opens WAL files with NORMAL, but a response promises that the data is on the disk.
    db.pragma('synchronous = FULL');
    db.pragma('foreign_keys = ON');
    // Checkpoints four times less often than the default. Most pages change again before the next checkpoint, so fewer
    // of them are written back.
    db.pragma('wal_autocheckpoint = 4000');
    migrateDatabase(db);
    // Set only once the tables are known to be ours, because this pragma changes the file.
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
 * Thrown when the migrations do not make the tables that the code needs. Its message is for the developer who changed
 * the migrations or the code.
 */
class OutdatedTablesError extends Error {
  constructor(differences: readonly string[]) {
    super(
      `The tables are not those that this server needs. Add a step to packages/server/src/store/migrations.ts:\n${differences.join('\n')}`,
    );
  }
}

/**
 * Makes the file if it does not exist, readable only by its owner; SQLite would make it readable by everyone. SQLite
 * gives the log the same permissions.
 * @throws Error when the file is read-only, because SQLite would then open it just for reading
 */
function makeForOwner(file: string): void {
  closeSync(openSync(file, 'a', 0o600));
}

function cureOf(error: unknown): string {
  if (error instanceof NewerFileError) return 'Start that release or one after it';
  return explainStorage(error).cure ?? 'Move the file away';
}

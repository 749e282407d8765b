import { closeSync, openSync } from 'node:fs';
import Database from 'better-sqlite3';
import { StartError } from '../errors/start-error.ts';
import { findOutdatedTables } from './find-outdated-tables.ts';
import { migrateDatabase, NewerFileError } from './migrations.ts';
import { explainStorage } from './translate-errors.ts';

/**
 * Opens the database file, or creates it.
 * @param isAlone true to prevent other processes from opening the file while it is open here
 * @throws StartError if the file cannot be opened or is not a database of this server
 */
export function openDatabase(file: string, isAlone = false): Database.Database {
  let db: Database.Database | undefined;
  try {
    makeForOwner(file);
    // The timeout is short, because waiting for another process's lock delays every request. A quick 503 is better.
    db = new Database(file, { timeout: 500 });
    // The mode is set before the first read, so that the read takes the lock, and fails if another process has the file open.
    if (isAlone) db.pragma('locking_mode = EXCLUSIVE');
    // This is set whenever the file is opened, because better-sqlite3 opens WAL files with NORMAL. With FULL, the data is on disk
    // before the response is sent, as the contract promises.
    db.pragma('synchronous = FULL');
    db.pragma('foreign_keys = ON');
    // Makes checkpoints a quarter as often as by default. Most pages change several times in between, so fewer pages are written.
    db.pragma('wal_autocheckpoint = 4000');
    migrateDatabase(db);
    // The mode is set only after the tables were recognised as ours, because this pragma changes the file.
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

/** Thrown if the migrations do not make the tables that the code needs. Its message is for the developers of this server. */
class OutdatedTablesError extends Error {
  constructor(differences: readonly string[]) {
    super(
      `The tables are not those that this server needs. Add a step to packages/server/src/store/migrations.ts:\n${differences.join('\n')}`,
    );
  }
}

/**
 * Creates the file, if it does not exist, so that only its owner can read it; SQLite would make it readable by everyone. SQLite
 * gives its write-ahead log the same permissions.
 * @throws Error if the file is read-only, because SQLite would open it without an error, but only for reading
 */
function makeForOwner(file: string): void {
  closeSync(openSync(file, 'a', 0o600));
}

function cureOf(error: unknown): string {
  if (error instanceof NewerFileError) return 'Start that release or a later one';
  return explainStorage(error).cure ?? 'Move the file away';
}

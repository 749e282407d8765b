import { closeSync, openSync } from 'node:fs';
import Database from 'better-sqlite3';
import { StartError } from '../errors/start-error.ts';
import { findOutdatedTables } from './find-outdated-tables.ts';
import { migrateDatabase, NewerFileError } from './migrate-database.ts';

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
      `The database ${file} cannot be used: ${reasonOf(error)}. ${cureOf(error)}, or set DATA_DIR to another directory.`,
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

/** Makes the file when there is none, for its owner only, as SQLite would for everyone to read; its log gets the same rights. */
function makeForOwner(file: string): void {
  try {
    closeSync(openSync(file, 'a', 0o600));
  } catch {
    // SQLite will say what is in the way.
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
    case 'SQLITE_FULL':
      return 'the disk is full';
  }
  if (code?.startsWith('SQLITE_IOERR')) return 'the disk cannot be written or read; it may be full';
  return message;
}

function cureOf(error: unknown): string {
  const { code = '' } = error as { code?: string };
  if (/^SQLITE_(FULL|IOERR)/.test(code)) return 'Make room';
  if (/^SQLITE_(CANTOPEN|READONLY)/.test(code)) return 'Give this user the right to write it and its directory';
  if (code === 'SQLITE_BUSY') return 'Stop that process';
  if (error instanceof NewerFileError) return 'Start that release or one after it';
  return 'Move the file away';
}

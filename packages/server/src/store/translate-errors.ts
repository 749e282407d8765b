import { SqliteError } from 'better-sqlite3';
import { StoreUnavailableError } from './store-unavailable-error.ts';

/** Codes of SQLite for storage that is unavailable now; the work may be tried again unchanged. */
const away = /^SQLITE_(BUSY|LOCKED|FULL|IOERR|CANTOPEN|READONLY|CORRUPT|NOTADB|NOMEM|PROTOCOL)/;

/**
 * Codes of a commit that is written and may not be on disk. Until the next one overwrites it, it is undone only in this process: the
 * one that opens the file after a crash finds it.
 */
const unclear = /^SQLITE_IOERR_(DIR_)?FSYNC$/;

/** Tells whether the disk failed to flush a commit. */
export function isFailedFlush(error: unknown): boolean {
  return error instanceof SqliteError && unclear.test(error.code);
}

/** Does the work, and turns SQLite's errors of an unavailable storage into StoreUnavailableError; others are our own mistakes. */
export function translateErrors<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw storeError(error);
  }
}

/** Awaits work, and translates its errors in the same way. */
export async function translateErrorsLater<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw storeError(error);
  }
}

function storeError(error: unknown): unknown {
  if (!(error instanceof SqliteError) || !away.test(error.code)) return error;
  const mayBeDone = isFailedFlush(error);
  return new StoreUnavailableError(`The database does not respond: ${error.code}.`, { cause: error, mayBeDone });
}

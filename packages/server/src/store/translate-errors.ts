import { SqliteError } from 'better-sqlite3';
import { StoreUnavailableError } from './store-unavailable-error.ts';

/** The SQLite error codes of unavailable storage. The same work may succeed later. */
const away = /^SQLITE_(BUSY|LOCKED|FULL|IOERR|CANTOPEN|READONLY|CORRUPT|NOTADB|NOMEM|PROTOCOL)/;

/**
 * The error codes of a commit that was written but may not be on disk. This process treats the commit as undone. If the process
 * crashes before its next commit overwrites this one, the next process finds this commit in the file.
 */
const unclear = /^SQLITE_IOERR_(DIR_)?FSYNC$/;

/** Returns true if the disk failed to flush a commit. */
export const isFailedFlush = (error: unknown): boolean => error instanceof SqliteError && unclear.test(error.code);

/** Runs the work. Converts SQLite's errors about storage to StoreUnavailableErrors, and rethrows other errors, which are bugs. */
export function translateErrors<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw storeError(error);
  }
}

/** Awaits the work, and converts its errors in the same way as `translateErrors`. */
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
  return new StoreUnavailableError(describeStorage(error), { cause: error, mayBeDone });
}

/** Explains in one or two sentences why an opened file cannot be used, and what to do. For the log and for operators. */
export function describeStorage(error: unknown): string {
  const { reason, cure } = explainStorage(error);
  return `The database in DATA_DIR cannot be used: ${reason}.${cure === undefined ? '' : ` ${cure}; no restart is needed.`}`;
}

/** Explains an error of SQLite or of the system, and what to do. If the error is unknown, the reason is its message. */
export function explainStorage(error: unknown): { reason: string; cure?: string } {
  const { code = '', message } = error as { code?: string; message: string };
  if (/^(SQLITE_FULL|ENOSPC|EDQUOT)$/.test(code)) return { reason: 'the disk is full', cure: 'Make room' };
  if (code.startsWith('SQLITE_IOERR')) return { reason: 'the disk cannot be written or read; it may be full', cure: 'Make room' };
  if (/^(SQLITE_CANTOPEN|SQLITE_READONLY|EACCES|EPERM|EROFS|EISDIR|ENOENT)/.test(code))
    return { reason: 'it cannot be opened for writing', cure: 'Allow this user to write it and its directory' };
  if (/^SQLITE_(BUSY|LOCKED)/.test(code)) return { reason: 'another process keeps it locked', cure: 'Stop that process' };
  if (/^SQLITE_CORRUPT/.test(code)) return { reason: 'it is damaged', cure: 'Restore a backup' };
  if (code === 'SQLITE_NOTADB') return { reason: 'it is not an SQLite database' };
  return { reason: message };
}

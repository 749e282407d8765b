import { SqliteError } from 'better-sqlite3';
import { StoreUnavailableError } from './store-unavailable-error.ts';

/** What SQLite says when the storage cannot answer now, and the work may be tried again unchanged. */
const away = /^SQLITE_(BUSY|LOCKED|FULL|IOERR|CANTOPEN|READONLY|CORRUPT|NOTADB|NOMEM|PROTOCOL)/;

/** Does the work; tells storage that cannot answer now (StoreUnavailableError) from our own mistakes. */
export function translateErrors<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw storeError(error);
  }
}

/** The same for work that is waited for. */
export async function translateErrorsLater<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw storeError(error);
  }
}

function storeError(error: unknown): unknown {
  if (!(error instanceof SqliteError) || !away.test(error.code)) return error;
  return new StoreUnavailableError(`The database cannot answer: ${error.code}.`, { cause: error });
}

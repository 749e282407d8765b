import { SqliteError } from 'better-sqlite3';
import { expect, test } from 'vitest';
import { StoreUnavailableError } from './store-unavailable-error.ts';
import { translateErrors } from './translate-errors.ts';

/** Returns the error that the store throws if SQLite fails with this code. */
function failWith(code: string): unknown {
  try {
    return translateErrors(() => {
      throw new SqliteError('disk I/O error', code);
    });
  } catch (error) {
    return error;
  }
}

test.each([
  // After these two errors, the process itself no longer saw the change, but after it was killed, the next process did.
  ['SQLITE_IOERR_FSYNC', true],
  ['SQLITE_IOERR_DIR_FSYNC', true],
  ['SQLITE_IOERR_WRITE', false],
  ['SQLITE_FULL', false],
  ['SQLITE_BUSY', false],
])('after %s a change may have been made: %s', (code, mayBeDone) => {
  const error = failWith(code);
  expect(error).toBeInstanceOf(StoreUnavailableError);
  expect(error).toMatchObject({ mayBeDone });
});

test('an error that is a bug stays unchanged', () => expect(failWith('SQLITE_CONSTRAINT_UNIQUE')).toBeInstanceOf(SqliteError));

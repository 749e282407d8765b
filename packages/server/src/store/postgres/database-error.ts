import { DatabaseError } from 'pg';
import { StoreUnavailableError } from '../store-unavailable-error.ts';

/** The codes of PostgreSQL errors after which the statement was rolled back and may be repeated immediately. */
const undone = new Set(['40001', '40P01']);

/**
 * The codes of errors of a database that is unavailable, full, stopping or read-only, or that does not let this server connect.
 * The same work may succeed later. Class XX means that the database found damage in its own files.
 */
const away = /^(08|28|3D|40|53|57|58|XX|25006|25P0[34]|55P03)/;

/**
 * The codes of errors about a prepared statement that the connection does not know, or already has. They occur if a pooler has
 * switched connections.
 */
const pooled = new Set(['26000', '42P05']);

/** Returns true if a statement was rolled back because of a conflict with another one. */
export function isUndone(error: unknown): boolean {
  return error instanceof DatabaseError && undone.has(error.code ?? '');
}

/** Returns the name of the unique index that a statement violated, or undefined for any other error. */
export function violatedIndex(error: unknown): string | undefined {
  return error instanceof DatabaseError && error.code === '23505' ? error.constraint : undefined;
}

/** Returns true if the connection is open but useless, because its server has become a standby. */
export function isReadOnly(error: unknown): boolean {
  return error instanceof DatabaseError && error.code === '25006';
}

/** Returns true if the database refused a connection because too many are open. In that case, nothing was sent. */
export function isCrowded(error: unknown): boolean {
  return error instanceof DatabaseError && error.code === '53300';
}

/** Returns true if PostgreSQL is about to end the connection, which stays open for a moment. */
export function isEnding(error: unknown): boolean {
  return error instanceof DatabaseError && /^57P0/.test(error.code ?? '');
}

/** The codes of errors after which the connection was never opened. In that case, nothing was sent. */
const unsent = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'ENOENT']);

/**
 * The codes of errors after which it is unknown whether the statement was executed. PostgreSQL may end a connection with 57P01 or
 * 57P02 after a commit but before confirming it.
 */
const unclear = /^(08|40003|57P0[12])/;

/**
 * Converts the error of an unavailable database to a StoreUnavailableError. Returns any other error unchanged, because it is a
 * bug.
 * @param isChange true for a statement that changes data; if its connection breaks, the error says that the change may have been
 *   made
 */
export function translateDatabaseError(error: unknown, isChange = false): unknown {
  if (error instanceof StoreUnavailableError) return error;
  if (!(error instanceof DatabaseError)) {
    const mayBeDone = isChange && !unsent.has((error as NodeJS.ErrnoException).code ?? '');
    return new StoreUnavailableError('The database is away.', { cause: error, mayBeDone });
  }
  if (pooled.has(error.code ?? '')) {
    const sentence = 'A pooler in front of the database keeps no prepared statements: add pgbouncer=true to DATABASE_URL.';
    return new StoreUnavailableError(sentence, { cause: error });
  }
  if (!away.test(error.code ?? '')) return error;
  const mayBeDone = isChange && unclear.test(error.code ?? '');
  return new StoreUnavailableError(`The database does not respond: ${error.code}.`, { cause: error, mayBeDone });
}

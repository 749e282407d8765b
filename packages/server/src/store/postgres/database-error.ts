import { DatabaseError } from 'pg';
import { StoreUnavailableError } from '../store-unavailable-error.ts';

/** The codes of PostgreSQL errors that undid the statement, which may be repeated at once. */
const undone = new Set(['40001', '40P01']);

/**
 * The error codes of a database that is unavailable, full, stopping, read-only or closed to us: the same work may
 * succeed later. Class XX means that the database found its own files damaged.
 */
const away = /^(08|28|3D|40|53|57|58|XX|25006|25P0[34]|55P03)/;

/**
 * The codes of a prepared statement that its connection does not know, or already knows, because a pooler has switched
 * connections.
 */
const pooled = new Set(['26000', '42P05']);

/** Returns whether an error means that a statement lost a conflict with another one and did nothing. */
export function isUndone(error: unknown): boolean {
  return error instanceof DatabaseError && undone.has(error.code ?? '');
}

/** Returns the name of the unique index that a statement violated; undefined for any other error. */
export function violatedIndex(error: unknown): string | undefined {
  return error instanceof DatabaseError && error.code === '23505' ? error.constraint : undefined;
}

/** Returns whether an open connection is useless because its server became a standby. */
export function isReadOnly(error: unknown): boolean {
  return error instanceof DatabaseError && error.code === '25006';
}

/** Returns whether the database refused a connection because too many are open. Nothing was sent in that case. */
export function isCrowded(error: unknown): boolean {
  return error instanceof DatabaseError && error.code === '53300';
}

/** Returns whether PostgreSQL is about to end the connection, which stays open for a moment. */
export function isEnding(error: unknown): boolean {
  return error instanceof DatabaseError && /^57P0/.test(error.code ?? '');
}

/** The codes of a connection that could not be opened. Nothing was sent in that case. */
const unsent = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'ENOENT']);

/**
 * The codes after which it is unknown whether the statement was executed. 57P01 and 57P02 may end a connection between
 * a commit and its confirmation.
 */
const unclear = /^(08|40003|57P0[12])/;

/**
 * Turns the error of an unavailable database into a StoreUnavailableError. Returns any other error unchanged, as a mistake of
 * ours.
 * @param isChange is true when the caller must know whether the statement was executed; when its connection breaks, nobody knows
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

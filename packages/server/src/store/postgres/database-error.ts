import { DatabaseError } from 'pg';
import { StoreUnavailableError } from '../store-unavailable-error.ts';

/** Codes of PostgreSQL after which nothing was done, and the same statement may be run again at once. */
const undone = new Set(['40001', '40P01']);

/**
 * Classes of codes for a database that is away, full, stopping, read-only or closed to us; the work may be tried again unchanged.
 * XX: it found its own files damaged.
 */
const away = /^(08|28|3D|40|53|57|58|XX|25006|25P0[34]|55P03)/;

/** Codes of a prepared statement that its connection does not know, or knows already: a pooler has changed the connection. */
const pooled = new Set(['26000', '42P05']);

/** Tells whether an error is PostgreSQL's word that a statement lost against another one, and did nothing. */
export function isUndone(error: unknown): boolean {
  return error instanceof DatabaseError && undone.has(error.code ?? '');
}

/** Returns the name of the unique index that a statement ran into; undefined for every other error. */
export function violatedIndex(error: unknown): string | undefined {
  return error instanceof DatabaseError && error.code === '23505' ? error.constraint : undefined;
}

/** Tells whether the connection is of no use any more, though it stands: its server became a standby. */
export function isReadOnly(error: unknown): boolean {
  return error instanceof DatabaseError && error.code === '25006';
}

/** Tells whether no connection could be had, because there are as many as there may be: nothing was sent. */
export function isCrowded(error: unknown): boolean {
  return error instanceof DatabaseError && error.code === '53300';
}

/** Tells whether PostgreSQL is ending the connection, which stands for a moment yet. */
export function isEnding(error: unknown): boolean {
  return error instanceof DatabaseError && /^57P0/.test(error.code ?? '');
}

/** Codes of a connection that could not be made: nothing was sent. */
const unsent = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'ENOENT']);

/**
 * Codes after which PostgreSQL itself does not say whether the statement was done. 57P01 and 57P02 end its connection, between the
 * commit and the word of it too.
 */
const unclear = /^(08|40003|57P0[12])/;

/**
 * Turns an error of a database that is away into StoreUnavailableError; others are our own mistakes. When a connection breaks under
 * a statement nobody knows whether that was done.
 * @param isChange set when that matters
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

import { DatabaseError } from 'pg';
import { StoreUnavailableError } from '../store-unavailable-error.ts';

/** The codes of PostgreSQL errors after which the statement was rolled back and may be repeated immediately. */
const undone = new Set(['40001', '40P01']);

/**
 * The codes of errors of a database that is unavailable, full, stopping or read-only, or that does not let this server connect.
 * The same work may succeed later. Class XX means that the database found damage in its own files.
 */
const away = /^(08|28|3D|40|53|57|58|XX|25006|25P0[34]|55P03)/;

/** Codes of errors about prepared statements that are unknown or already exist. They occur if a pooler switched connections. */
const pooled = new Set(['26000', '42P05']);

const codeOf = (error: unknown): string => (error instanceof DatabaseError && error.code) || '';

/** Returns true if a statement was rolled back because of a conflict with another statement. */
export const isUndone = (error: unknown): boolean => undone.has(codeOf(error));

/** Returns the name of the unique index that a statement violated, or undefined for any other error. */
export function violatedIndex(error: unknown): string | undefined {
  return error instanceof DatabaseError && error.code === '23505' ? error.constraint : undefined;
}

/** Returns true if the connection is open but useless, because its server has become a standby. */
export const isReadOnly = (error: unknown): boolean => codeOf(error) === '25006';

/** Returns true if the database refused a connection because too many are open. In that case, nothing was sent. */
export const isCrowded = (error: unknown): boolean => codeOf(error) === '53300';

/** Returns true if PostgreSQL is about to end the connection, which stays open for a moment. */
export const isEnding = (error: unknown): boolean => /^57P0/.test(codeOf(error));

/** The codes of errors that prevent a connection from being opened. In that case, nothing was sent. */
const unsent = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'ENOENT']);

/** The codes of errors after which a statement may have been executed: 57P01 and 57P02 may come before a commit's response. */
const unclear = /^(08|40003|57P0[12])/;

/**
 * Converts the error of an unavailable database to a StoreUnavailableError. Returns any other error unchanged, because it is a
 * bug. If the statement is a change (`isChange`) and the connection broke, the error says that the change may have been made.
 */
export function translateDatabaseError(error: unknown, isChange = false): unknown {
  if (error instanceof StoreUnavailableError) return error;
  if (!(error instanceof DatabaseError)) {
    const mayBeDone = isChange && !unsent.has((error as NodeJS.ErrnoException).code ?? '');
    return new StoreUnavailableError('The database is away.', { cause: error, mayBeDone });
  }
  const code = codeOf(error);
  if (pooled.has(code)) {
    const sentence = 'A pooler in front of the database keeps no prepared statements: add pgbouncer=true to DATABASE_URL.';
    return new StoreUnavailableError(sentence, { cause: error });
  }
  if (!away.test(code)) return error;
  const mayBeDone = isChange && unclear.test(code);
  return new StoreUnavailableError(`The database does not respond: ${code}.`, { cause: error, mayBeDone });
}

import { UsageError } from '../errors/usage-error.ts';
import { findDatabaseUrlViolation } from './find-database-url-violation.ts';

/**
 * Reads DATABASE_URL. Undefined when it is not set, which means that the database is a file.
 * @throws UsageError when it is not a valid URL of a database
 */
export function readDatabaseUrl({ DATABASE_URL }: NodeJS.ProcessEnv): string | undefined {
  const text = DATABASE_URL?.trim() || undefined;
  const violation = text && findDatabaseUrlViolation(text);
  if (violation) throw new UsageError(violation);
  return text;
}

import { UsageError } from '../errors/usage-error.ts';

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

/**
 * Returns a sentence about what is wrong with a DATABASE_URL; undefined when it is valid. The sentence does not repeat the URL,
 * because it contains a password.
 */
export function findDatabaseUrlViolation(text: string): string | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url && /^postgres(ql)?:$/.test(url.protocol) && url.pathname.length > 1 && !url.hash) {
    if (/^(true|false)$/.test(url.searchParams.get('pgbouncer') ?? 'false')) return undefined;
    return 'DATABASE_URL sets pgbouncer to something that is neither true nor false: set it to true for a pooler, or leave it out.';
  }
  return 'DATABASE_URL is set to something that is no URL of a PostgreSQL database: set it to postgres://user:password@host:5432/name, with what is special in the password percent-encoded.';
}

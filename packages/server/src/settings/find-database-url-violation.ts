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

import { StartError } from '../errors/start-error.ts';
import { UsageError } from '../errors/usage-error.ts';

/** Reads DATABASE_URL; undefined if it is not set. Throws a UsageError if it is not a valid database URL. */
export function readDatabaseUrl({ DATABASE_URL }: NodeJS.ProcessEnv): string | undefined {
  const text = DATABASE_URL?.trim() || undefined;
  const violation = text && findDatabaseUrlViolation(text);
  if (violation) throw new UsageError(violation);
  return text;
}

/** Describes the error in a DATABASE_URL; undefined if it is valid. Leaves out the URL, because it contains a password. */
export function findDatabaseUrlViolation(text: string): string | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url && /^postgres(ql)?:$/.test(url.protocol) && url.pathname.length > 1 && !url.hash) {
    if (/^(true|false)$/.test(url.searchParams.get('pgbouncer') ?? 'false')) return undefined;
    return 'DATABASE_URL sets pgbouncer to something that is neither true nor false: set it to true for a pooler, or leave it out.';
  }
  return 'DATABASE_URL is not the URL of a PostgreSQL database: set it to postgres://user:password@host:5432/name, with special characters in the password percent-encoded.';
}

const makeOne = 'make one with `openssl rand -base64 32`, and keep it outside of the database and its backups.';
/** Instructions for setting each key. Error messages about the key end with them. */
const cures = {
  CALLBACK_KEY: `Set it to the key that the database was first used with. For a new database ${makeOne}`,
  NEW_CALLBACK_KEY: `For that ${makeOne}`,
};

/**
 * Reads a key that seals callback secrets, 32 bytes in base64.
 * @param setting the name of the key's setting, for messages
 * @throws StartError if the key is missing or invalid; the message does not contain the key
 */
export function readCallbackKey(text: string | undefined, setting: keyof typeof cures = 'CALLBACK_KEY'): Buffer {
  const value = text?.trim();
  if (!value) throw new StartError(`${setting} is not set: callback secrets cannot be stored without a key. ${cures[setting]}`);
  const key = Buffer.from(value, 'base64');
  if (!/^[A-Za-z0-9+/_-]+={0,2}$/.test(value) || key.length !== 32)
    throw new StartError(`${setting} is not a key: it must be 32 bytes in base64 (44 characters). ${cures[setting]}`);
  return key;
}

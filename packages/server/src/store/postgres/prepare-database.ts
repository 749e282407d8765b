import { Client } from 'pg';
import { StartError } from '../../errors/start-error.ts';
import { columnNames } from '../invoice-row.ts';
import { clientConfig, isPooled } from './client-config.ts';
import { lineCount } from './connections.ts';
import { ForeignTablesError, isOurs, migrate, NewerTablesError } from './migrate.ts';
import { findOutdatedSteps } from './steps.ts';

/** The oldest PostgreSQL version that is supported. */
const oldest = 15;

/**
 * Opens a connection for the migration, and migrates the tables to the newest version.
 * @param mustExist true to reject a database without our tables instead of making them
 * @param isForMove true to accept a database with an incomplete move
 * @param isForMoney true to reject a database that can lose confirmed changes
 * @throws StartError whose message never contains the password
 */
export async function prepareDatabase(
  url: string,
  { mustExist = false, isForMove = false, isForMoney = false } = {},
): Promise<void> {
  const client = makeClient(url);
  // Ignores an error that occurs between two statements, because the next statement reports it.
  client.on('error', () => undefined);
  try {
    await client.connect();
    await refuseUnfit(client);
    if (!isPooled(url)) await refuseCramped(client);
    if (isForMoney) await refuseForgetful(client);
    if (mustExist && !(await isOurs(client)))
      throw new StartError(`The database ${placeOf(url)} holds no tables of a server. Set DATABASE_URL to the server's.`);
    await migrate(client);
    await refuseOutdated(client);
    if (!isForMove) await refuseHalfMoved(client, url);
  } catch (error) {
    if (error instanceof StartError) throw error;
    throw new StartError(`The database ${placeOf(url)} cannot be used: ${reasonOf(error, url)}.`, { cause: error });
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Makes a client for a database's URL. Throws a StartError if a file to which the URL refers cannot be read. */
function makeClient(url: string): Client {
  try {
    return new Client(clientConfig(url));
  } catch (error) {
    const { path } = error as NodeJS.ErrnoException;
    if (path === undefined) throw error;
    throw new StartError(`${path} cannot be read. Correct sslrootcert, sslcert and sslkey in DATABASE_URL.`, { cause: error });
  }
}

/** Describes a database for messages: its name, host and port, without the password. */
export function placeOf(url: string): string {
  const { hostname, port, pathname, searchParams } = new URL(url);
  const host = searchParams.get('host') ?? (hostname || 'localhost');
  return `${decodeURIComponent(pathname.slice(1)) || 'without a name'} on ${host}:${port || '5432'}`;
}

async function refuseUnfit(client: Client): Promise<void> {
  const { rows } = await client.query<{ version: number; encoding: string; standby: boolean; schema: string | null }>(`
    SELECT current_setting('server_version_num')::integer / 10000 AS version, current_setting('server_encoding') AS encoding,
      pg_is_in_recovery() AS standby, current_schema() AS schema`);
  const { version = 0, encoding, standby, schema } = rows[0] ?? {};
  if (version < oldest) throw new Error(`it is PostgreSQL ${version}, and ${oldest} is the oldest supported version. Upgrade it`);
  if (encoding !== 'UTF8') throw new Error(`its encoding is ${encoding}. Create one with ENCODING 'UTF8'`);
  if (standby) throw new Error('it is a standby, which accepts no writes. Set DATABASE_URL to the primary');
  if (schema === null) throw new Error('no schema of its search_path exists. Create one, or set search_path for the user');
}

/** Throws an Error if the user or the database is limited to fewer connections than a server uses. */
async function refuseCramped(client: Client): Promise<void> {
  const { rows } = await client.query<{ kind: string; name: string; most: number }>(`
    SELECT * FROM (
      SELECT 'ROLE' AS kind, quote_ident(rolname) AS name, rolconnlimit AS most FROM pg_roles WHERE rolname = session_user
      UNION ALL SELECT 'DATABASE', quote_ident(datname), datconnlimit FROM pg_database WHERE datname = current_database()
    ) AS limits
    WHERE most BETWEEN 0 AND ${lineCount - 1} AND NOT (SELECT rolsuper FROM pg_roles WHERE rolname = session_user)`);
  const [limit] = rows;
  if (!limit) return;
  const { kind, name, most } = limit;
  throw new Error(
    `${kind === 'ROLE' ? `the user ${name}` : 'everybody together'} may have ${most} connections to it, but each server keeps ${lineCount}, and uses one more while it starts. Raise that with \`ALTER ${kind} ${name} CONNECTION LIMIT -1\`, which means no limit`,
  );
}

/** Throws an Error if the database confirms a commit before it is on disk, because a crash would then lose payments. */
async function refuseForgetful(client: Client): Promise<void> {
  const { rows } = await client.query<{ setting: string }>("SELECT current_setting('synchronous_commit') AS setting");
  if (rows[0]?.setting !== 'off') return;
  const why = 'its synchronous_commit is off, so that a crash would lose payments that were confirmed';
  throw new Error(`${why}. Set it to on for this database`);
}

/** Throws a StartError if the tables lack something that this release needs. The message is for the server's developers. */
async function refuseOutdated(client: Client): Promise<void> {
  const ours = "attrelid = 'invoices'::regclass AND attnum > 0 AND NOT attisdropped";
  const { rows } = await client.query<{ name: string }>(`SELECT attname AS name FROM pg_attribute WHERE ${ours}`);
  const missing = columnNames.filter((column) => !rows.some(({ name }) => name === column));
  const differences = [...missing.map((column) => `The table invoices has no column ${column}.`), ...findOutdatedSteps()];
  if (differences.length === 0) return;
  throw new StartError(
    `The tables are not those that this server needs. Add a step to packages/server/src/store/postgres/steps.ts:\n${differences.join('\n')}`,
  );
}

/** Throws a StartError if a move was interrupted, because the database then has only a part of the data. */
async function refuseHalfMoved(client: Client, url: string): Promise<void> {
  const { rows } = await client.query<{ move: string | null }>('SELECT move FROM server_info');
  if (rows[0]?.move !== 'begun') return;
  const what = `The move of an SQLite database into ${placeOf(url)}`;
  throw new StartError(`${what} was begun and not completed: run \`database move\` again.`);
}

function reasonOf(error: unknown, url: string): string {
  const { code = '', message } = error as { code?: string; message: string };
  const user = decodeURIComponent(new URL(url).username);
  if (error instanceof ForeignTablesError) return `${message}. Set DATABASE_URL to an empty one`;
  if (error instanceof NewerTablesError) return `${message}. Start that release or a later one`;
  if (/^(ECONNREFUSED|ECONNRESET|EHOSTUNREACH|ENETUNREACH|ETIMEDOUT|ENOENT)$/.test(code))
    return 'nothing responds there. Start it, or set DATABASE_URL to where it is';
  if (/^(ENOTFOUND|EAI_AGAIN)$/.test(code)) return 'no machine has this name. Set DATABASE_URL to the right one';
  if (/^28(P01|000)$/.test(code)) return `it does not let the user ${user} in with this password. Correct DATABASE_URL`;
  if (code === '3D000') return 'no database has this name. Create it with `createdb`, or set DATABASE_URL to another one';
  if (code === '42501') return `the user ${user} may not create tables there. Make it the owner of the database`;
  if (code === '57P03') return 'it is starting or stopping. Try again in a moment';
  if (code === '53300' && /for (role|database)/.test(message))
    return 'the connection limit of this user or this database is reached. Raise their CONNECTION LIMIT: each server keeps 4, and uses one more while it starts';
  if (code === '53300') return 'it has no connection left. Raise max_connections, or put PgBouncer in front of it';
  if (code === '25006') return 'it accepts no writes. Set DATABASE_URL to the primary';
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID')
    return 'its certificate is for another name. Set the host in DATABASE_URL to the name of the certificate';
  if (code === 'CERT_HAS_EXPIRED') return 'its certificate has expired. Renew it';
  if (/SELF_SIGNED_CERT|^UNABLE_TO_(GET_ISSUER_CERT_LOCALLY|VERIFY_LEAF_SIGNATURE)$/.test(code))
    return 'its certificate is not signed by a trusted authority. Set sslrootcert in DATABASE_URL to the certificate file of its CA';
  if (/timeout expired/.test(message)) return 'it does not respond within 4 seconds. Check whether it is overloaded or stopped';
  if (/does not support SSL/.test(message)) return 'it offers no TLS. Set ssl = on there, or leave sslmode out of DATABASE_URL';
  if (/startup parameter/.test(message))
    return 'a pooler in front of it accepts no connection settings. Add pgbouncer=true to DATABASE_URL';
  if (/terminated unexpectedly/.test(message))
    return 'it closed the connection immediately. Check whether PostgreSQL listens there';
  return message;
}

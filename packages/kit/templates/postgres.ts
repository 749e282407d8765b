import { Pool, type QueryConfig } from 'pg';
import type { Database, Sql, Value } from './sql.ts';

/** Opens a PostgreSQL database, which several servers may share. What was committed is on disk. */
export async function openDatabase(url: string): Promise<Database> {
  // The database ends a statement after 5 s; where it says nothing at all, the client gives it up later.
  const timeouts = { connectionTimeoutMillis: 5_000, statement_timeout: 5_000, query_timeout: 10_000 };
  const pool = new Pool({ connectionString: url, max: 10, ...timeouts });
  // A connection that breaks is replaced at the next request; the error of a query tells as much.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => void client.on('error', () => undefined));
  return {
    ...runWith(pool),
    transaction: async (work) => {
      const client = await pool.connect();
      try {
        await client.query('BEGIN');
        const result = await work(runWith(client));
        await client.query('COMMIT');
        client.release();
        return result;
      } catch (error) {
        // Whatever it has done is undone with its connection.
        client.release(true);
        throw error;
      }
    },
    create: (schema) => pool.query(`SELECT pg_advisory_xact_lock(1); ${schema}`),
    close: () => pool.end(),
    ...{ bytes: 'BYTEA', isShared: true },
  };
}

function runWith(db: { query(config: QueryConfig): Promise<{ rows: unknown[]; rowCount: number | null }> }): Sql {
  const ask = (sql: string, values: Value[]) => {
    let number = 0;
    // A text with NUL cannot be kept, so that it is none that was: neither is its spelling without.
    const kept = values.map((value) => (typeof value === 'string' ? value.replaceAll('\0', '\uFFFD') : value));
    return db.query({ text: sql.replace(/\?/g, () => `$${++number}`), values: kept });
  };
  return {
    all: async <Row>(sql: string, ...values: Value[]) => (await ask(sql, values)).rows as Row[],
    run: async (sql, ...values) => (await ask(sql, values)).rowCount ?? 0,
  };
}

// SQLSTATEs of a database that is away, full, stopping, damaged or read-only, or that ended a deadlock; names of system errors; and
// words of the driver for a connection that it cannot have or has lost, which has no code.
const away =
  /^(08|28|3D|40|53|57|58|XX|25006|25P0[34]|55P03|EAI_AGAIN$|E[A-Z]+$|timeout exceeded|Connection terminated|Query read timeout|Client (was|has) )/;

/** Tells a database that cannot be reached, or cannot work now, from a mistake of ours. */
export const isStorageError = (error: unknown) => away.test(String(Object(error).code ?? Object(error).message));

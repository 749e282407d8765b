import { Pool, type QueryConfig } from 'pg';
import type { Database, Sql, Value } from './sql.ts';

/** Opens a PostgreSQL database, which several servers may share. A transaction is on disk when it resolves. */
export async function openDatabase(url: string): Promise<Database> {
  // The database cancels a statement after 5 s. If the database does not respond at all, the client gives up after 10 s.
  const timeouts = { connectionTimeoutMillis: 5_000, statement_timeout: 5_000, query_timeout: 10_000 };
  const pool = new Pool({ connectionString: url, max: 10, ...timeouts });
  // This error is ignored, because the pool replaces a broken connection, and a query that was using it rejects.
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
        // Closing the connection undoes the transaction.
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
    // PostgreSQL cannot store NUL. It is replaced instead of removed, so that the text does not become equal to another one.
    const kept = values.map((value) => (typeof value === 'string' ? value.replaceAll('\0', '\uFFFD') : value));
    return db.query({ text: sql.replace(/\?/g, () => `$${++number}`), values: kept });
  };
  return {
    all: async <Row>(sql: string, ...values: Value[]) => (await ask(sql, values)).rows as Row[],
    run: async (sql, ...values) => (await ask(sql, values)).rowCount ?? 0,
  };
}

// Matches the SQLSTATEs of a database that is out of reach, full, stopping, damaged or read-only, or that ended a deadlock; the
// names of system errors; and the driver's messages about a connection that it cannot open or has lost, because those errors have
// no code.
const away =
  /^(08|28|3D|40|53|57|58|XX|25006|25P0[34]|55P03|EAI_AGAIN$|E[A-Z]+$|timeout exceeded|Connection terminated|Query read timeout|Client (was|has) )/;

/** Returns true if an error means that the database cannot be reached or cannot work at the moment, and false for a bug. */
export const isStorageError = (error: unknown) => away.test(String(Object(error).code ?? Object(error).message));

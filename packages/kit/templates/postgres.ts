import { Pool, type QueryConfig } from 'pg';
import type { Database, Sql, Value } from './sql.ts';

/** Opens a PostgreSQL database, which several servers may share. What was committed is on disk. */
export async function openDatabase(url: string): Promise<Database> {
  const pool = new Pool({ connectionString: url, max: 10, connectionTimeoutMillis: 5_000, statement_timeout: 5_000 });
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
    create: (schema) => pool.query(`SELECT pg_advisory_lock(1); ${schema}; SELECT pg_advisory_unlock(1)`),
    close: () => pool.end(),
    ...{ bytes: 'BYTEA', lock: 'FOR UPDATE', skipLocked: 'FOR UPDATE SKIP LOCKED', isShared: true },
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

/** Tells a database that cannot be reached, stops or has no room from a mistake of ours: by SQLSTATE, or the name of a system error. */
export const isStorageError = (error: unknown) => /^(08|53|57|58|E[A-Z])/.test(String((error as { code?: unknown }).code));

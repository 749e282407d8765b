import type { EventStore } from './handle-once.ts';

/** The settings of createSqlEventStore. */
export interface SqlEventStoreOptions {
  /** The table's name; `payment_events` when absent. */
  table?: string | undefined;
  /** The way your database writes parameters: `$1` for PostgreSQL, `?` for SQLite. Defaults to `?`. */
  placeholder?: '?' | '$1' | undefined;
  /**
   * How many seconds after a claim an event can be claimed again if its handler never ended because its process died. Defaults to
   * 300.
   */
  leaseSeconds?: number | undefined;
  /** The current time in milliseconds since 1970, for tests; Date.now when absent. */
  now?: (() => number) | undefined;
}

/** Runs one statement and returns its rows. */
export type Query = (sql: string, values: (string | number)[]) => Promise<Record<string, unknown>[]>;

/** Returns the SQL statement that creates the table. */
export function eventTableSql(table = 'payment_events'): string {
  return `CREATE TABLE IF NOT EXISTS ${table} (id TEXT PRIMARY KEY, claimed_at BIGINT NOT NULL, done INTEGER NOT NULL DEFAULT 0)`;
}

/**
 * Makes a store in a table of PostgreSQL or SQLite (3.35 or newer), which `eventTableSql` creates. Claims are atomic, so many
 * processes may share it.
 * When `query` runs in the transaction of your own change, an event is handled exactly once.
 */
export function createSqlEventStore(query: Query, options: SqlEventStoreOptions = {}): EventStore {
  const { table = 'payment_events', placeholder = '?', leaseSeconds = 300, now = () => Date.now() } = options;
  if (!/^\w+(\.\w+)?$/.test(table)) throw new TypeError('The option table must be the plain name of a table.');
  const run = (sql: string, ...values: (string | number)[]) => {
    let count = 0;
    return query(placeholder === '?' ? sql : sql.replaceAll('?', () => `$${++count}`), values);
  };
  return {
    claim: async (id) => {
      const claimed = await run(
        `INSERT INTO ${table} (id, claimed_at, done) VALUES (?, ?, 0) ON CONFLICT (id) DO UPDATE SET claimed_at = excluded.claimed_at WHERE ${table}.done = 0 AND ${table}.claimed_at < ? RETURNING id`,
        id,
        now(),
        now() - leaseSeconds * 1000,
      );
      if (claimed.length > 0) return 'mine';
      const [known] = await run(`SELECT done FROM ${table} WHERE id = ?`, id);
      return Number(known?.done) === 1 ? 'done' : 'busy';
    },
    finish: async (id) => void (await run(`UPDATE ${table} SET done = 1 WHERE id = ?`, id)),
    release: async (id) => void (await run(`DELETE FROM ${table} WHERE id = ? AND done = 0`, id)),
  };
}

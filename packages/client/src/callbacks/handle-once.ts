import type { VerifiedEvent } from './verify-callback.ts';

/** Records which events were handled, by their `webhook-id`. */
export interface EventStore {
  /** Claims an event. Returns `mine` if the caller must handle it, `done` if it was handled, `busy` if another caller has it. */
  claim(id: string): Promise<'mine' | 'done' | 'busy'>;
  /** Records that a claimed event was handled. */
  finish(id: string): Promise<void>;
  /** Releases a claimed event that was not handled. */
  release(id: string): Promise<void>;
}

/** The outcome of handleOnce. Respond to `busy` with 503, so that the service sends the event again; otherwise with 2xx. */
export type OnceOutcome = 'handled' | 'repeated' | 'busy';

/**
 * Handles an event unless it was handled before: the service repeats an event whose response was lost. When `handle` throws, the
 * event is released and the error thrown again; respond with 500, so that the event comes again. To handle it exactly once, save
 * the claim and your own change in one transaction (createSqlEventStore).
 */
export async function handleOnce<Event extends Pick<VerifiedEvent, 'webhookId'>>(
  event: Event,
  store: EventStore,
  handle: (event: Event) => unknown,
): Promise<OnceOutcome> {
  const claim = await store.claim(event.webhookId);
  if (claim !== 'mine') return claim === 'done' ? 'repeated' : 'busy';
  try {
    await handle(event);
  } catch (error) {
    await store.release(event.webhookId);
    throw error;
  }
  await store.finish(event.webhookId);
  return 'handled';
}

/** Makes a store of the last `size` events in memory, for tests and for processes that may forget events when they restart. */
export function createMemoryEventStore({ size = 10_000 } = {}): EventStore {
  const isDone = new Map<string, boolean>();
  /** Forgets only handled events. If an event in progress were forgotten, it could be handled twice. */
  const forgetOldest = () => {
    for (const [id, known] of isDone) {
      if (!known) continue;
      isDone.delete(id);
      return;
    }
  };
  return {
    claim: async (id) => {
      const known = isDone.get(id);
      if (known !== undefined) return known ? 'done' : 'busy';
      isDone.set(id, false);
      if (isDone.size > size) forgetOldest();
      return 'mine';
    },
    finish: async (id) => {
      isDone.set(id, true);
    },
    release: async (id) => {
      isDone.delete(id);
    },
  };
}

/** The settings of createSqlEventStore. */
export interface SqlEventStoreOptions {
  /** The table's name; `payment_events` when absent. */
  table?: string | undefined;
  /** The way in which your database marks parameters in SQL: `$1` for PostgreSQL, `?` for SQLite. Defaults to `?`. */
  placeholder?: '?' | '$1' | undefined;
  /** How many seconds a claim lasts before another handler may claim the event, after a crash for example. Defaults to 300. */
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
 * Makes a store in a table that `eventTableSql` creates, in PostgreSQL or SQLite (3.35 or newer). Claims are atomic, so many
 * processes may share it. When `query` runs in the transaction of your own change, an event is handled exactly once.
 */
export function createSqlEventStore(query: Query, options: SqlEventStoreOptions = {}): EventStore {
  const { table = 'payment_events', placeholder = '?', leaseSeconds = 300, now = () => Date.now() } = options;
  if (!/^\w+(\.\w+)?$/.test(table)) throw new TypeError('The option table must be a plain table name.');
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

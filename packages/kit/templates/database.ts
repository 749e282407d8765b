import { DatabaseSync, type StatementSync } from 'node:sqlite';
import type { Database, Sql, Value } from './sql.ts';

/** Opens a file, and makes it when it is not there. What was committed is on disk. */
export async function openDatabase(file: string): Promise<Database> {
  // Reads see what is committed, and nothing of a transaction under way.
  const [reader, writer] = [connect(new DatabaseSync(file)), connect(new DatabaseSync(file))];
  let last: Promise<unknown> = Promise.resolve();
  const transaction = async <T>(work: (db: Sql) => Promise<T>): Promise<T> => {
    writer.db.exec('BEGIN IMMEDIATE');
    try {
      const result = await work(writer);
      writer.db.exec('COMMIT');
      return result;
    } catch (error) {
      if (writer.db.isTransaction) writer.db.exec('ROLLBACK');
      throw error;
    }
  };
  return {
    ...reader,
    transaction: (work) => {
      const result = last.then(() => transaction(work));
      last = result.catch(() => undefined);
      return result;
    },
    create: async (schema) => writer.db.exec(schema),
    close: async () => {
      await last;
      for (const { db } of [reader, writer]) db.close();
    },
    ...{ bytes: 'BLOB', lock: '', skipLocked: '', isShared: false },
  };
}

function connect(db: DatabaseSync): Sql & { db: DatabaseSync } {
  db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA busy_timeout = 1000');
  const prepared = new Map<string, StatementSync>();
  const prepare = (sql: string): StatementSync => {
    const statement = prepared.get(sql) ?? db.prepare(sql);
    prepared.set(sql, statement);
    return statement;
  };
  return {
    db,
    all: async <Row>(sql: string, ...values: Value[]) => prepare(sql).all(...values) as Row[],
    run: async (sql, ...values) => Number(prepare(sql).run(...values).changes),
  };
}

/** Tells a database that is locked, or has no room, from a mistake of ours. */
export const isStorageError = (error: unknown) => (error as { code?: unknown }).code === 'ERR_SQLITE_ERROR';

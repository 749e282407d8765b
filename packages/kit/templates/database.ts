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
    ...{ bytes: 'BLOB', isShared: false },
  };
}

function connect(db: DatabaseSync): Sql & { db: DatabaseSync } {
  db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA busy_timeout = 1000');
  const prepared = new Map<string, StatementSync>();
  const prepare = (sql: string) => prepared.get(sql) ?? (prepared.set(sql, db.prepare(sql)).get(sql) as StatementSync);
  return {
    db,
    all: async <Row>(sql: string, ...values: Value[]) => prepare(sql).all(...values) as Row[],
    run: async (sql, ...values) => Number(prepare(sql).run(...values).changes),
  };
}

/** Tells a file that is locked, full, damaged or out of reach from a mistake of ours, by the codes of SQLite (BUSY to NOTADB). */
export const isStorageError = (error: unknown) => [5, 6, 7, 8, 10, 11, 13, 14, 15, 26].includes(Object(error).errcode & 255);

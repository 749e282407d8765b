import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { shareCommits } from '@payment-invoice/kit/payments';
import type { Database, Sql, Value } from './sql.ts';

/** Opens an SQLite file, and creates it when it does not exist. A commit is on disk before it is reported. */
export async function openDatabase(file: string): Promise<Database> {
  // The reader sees only what is committed, and nothing of a transaction in progress.
  const [reader, writer] = [connect(new DatabaseSync(file)), connect(new DatabaseSync(file))];
  const share = shareCommits(writer.db);
  return {
    ...reader,
    transaction: (work) => share(() => work(writer)),
    create: async (schema) => writer.db.exec(schema),
    close: async () => {
      // Commits everything that is still waiting.
      await share(async () => undefined);
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

/**
 * Returns true when an error means that the file is locked, full, damaged or out of reach, and false for a mistake in
 * our code. The numbers are SQLite's error codes, from BUSY to NOTADB.
 */
export const isStorageError = (error: unknown) => [5, 6, 7, 8, 10, 11, 13, 14, 15, 26].includes(Object(error).errcode & 255);

import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { shareCommits } from '@payment-invoice/kit/payments';
import type { Database, Sql, Value } from './sql.ts';

/** Opens a file, and makes it when it is not there. What was committed is on disk. */
export async function openDatabase(file: string): Promise<Database> {
  // Reads see what is committed, and nothing of a transaction under way.
  const [reader, writer] = [connect(new DatabaseSync(file)), connect(new DatabaseSync(file))];
  const share = shareCommits(writer.db);
  return {
    ...reader,
    transaction: (work) => share(() => work(writer)),
    create: async (schema) => writer.db.exec(schema),
    close: async () => {
      // Whatever waits is committed before this.
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

/** Tells a file that is locked, full, damaged or out of reach from a mistake of ours, by the codes of SQLite (BUSY to NOTADB). */
export const isStorageError = (error: unknown) => [5, 6, 7, 8, 10, 11, 13, 14, 15, 26].includes(Object(error).errcode & 255);

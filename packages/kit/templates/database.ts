import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { shareCommits } from '@payment-invoice/kit/payments';
import type { Database, Sql, Value } from './sql.ts';

/** Opens an SQLite file, and creates it if it does not exist. A transaction is on disk when it resolves. */
export async function openDatabase(file: string): Promise<Database> {
  // The reading connection does not see the changes of a transaction before it is committed.
  const [reader, writer] = [connect(new DatabaseSync(file)), connect(new DatabaseSync(file))];
  const share = shareCommits(writer.db);
  return {
    ...reader,
    transaction: (work) => share(() => work(writer)),
    create: async (schema) => writer.db.exec(schema),
    close: async () => {
      // Waits until all earlier transactions are committed.
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
 * Returns true if an error means that the file is locked, full, damaged or inaccessible, and false for a bug. The numbers are
 * SQLite's error codes, from BUSY to NOTADB.
 */
export const isStorageError = (error: unknown) => [5, 6, 7, 8, 10, 11, 13, 14, 15, 26].includes(Object(error).errcode & 255);

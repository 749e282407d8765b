import { setTimeout as wait } from 'node:timers/promises';
import type { QueryResultRow } from 'pg';
import { isPooled } from './client-config.ts';
import { isUndone, translateDatabaseError } from './database-error.ts';
import { openLines } from './open-lines.ts';
import { openPool } from './open-pool.ts';
import type { Statement } from './sender.ts';

/** Times that a statement that lost against another one is run again. */
const repetitions = 10;

/** Connections to a database, for single statements. */
export interface Connections {
  /**
   * Runs one statement, which is a transaction of its own, and returns its rows.
   * @throws StoreUnavailableError when the database is away; it says whether the statement may have been done
   */
  run<Row extends QueryResultRow>(statement: Statement, values?: readonly unknown[]): Promise<Row[]>;
  /** Completes what was begun, and closes all connections. */
  close(): Promise<void>;
}

/** Opens connections to a database, or to the pooler in front of it. */
export function openConnections(url: string): Connections {
  const sender = isPooled(url) ? openPool(url) : openLines(url);
  return {
    run: async (statement, values = []) => {
      for (let time = 1; ; time++) {
        try {
          return await sender.send(statement, values);
        } catch (error) {
          if (!isUndone(error) || time > repetitions) throw translateDatabaseError(error, statement.changesInvoices);
          await wait(Math.random() * 2 ** Math.min(time, 6));
        }
      }
    },
    close: sender.close,
  };
}

import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from 'pg';
import { tieFolder } from '../process/tie-process.ts';
import { startPostgres, testSettings, useClient } from '../start-postgres.ts';

/** A PostgreSQL server: a new one that is deleted after use, or the operator's own. Each run makes its own database on it. */
export interface ThrowawayPostgres {
  /** The folder with PostgreSQL's files. `close` deletes it. */
  folder: string;
  /** False for an operator's own PostgreSQL server, which is not stopped or deleted. */
  isLocal: boolean;
  makeDatabase(): Promise<ThrowawayDatabase>;
  /** Stops PostgreSQL immediately, and deletes its files. */
  close(): Promise<void>;
}

/** A database for one run, with functions that make PostgreSQL fail. */
export interface ThrowawayDatabase {
  url: string;
  /** Runs `work` with a new connection. */
  use<Result>(work: (client: Client) => Promise<Result>): Promise<Result>;
  /** Ends all connections of the server with this number. */
  terminate(server: number): Promise<void>;
  /** Stops PostgreSQL as in a power cut. Starts it again after `lasts` milliseconds. */
  crash(lasts: number): Promise<void>;
  /** Freezes all processes of PostgreSQL. Resumes them after `lasts` milliseconds. */
  freeze(lasts: number): Promise<void>;
  drop(): Promise<void>;
}

/** Returns the application name that the server with this number gives to PostgreSQL when it connects. */
export const nameOfServer = (server: number): string => `server-${server}`;

/** Starts a new PostgreSQL server, or uses the operator's own at `ownUrl`, if that is set. */
export async function startThrowawayPostgres(
  ownUrl: string | undefined,
  settings: Readonly<Record<string, string>>,
): Promise<ThrowawayPostgres> {
  const folder = mkdtempSync(join(tmpdir(), 'payment-invoice-storm-'));
  const tied = tieFolder(folder);
  const directory = join(folder, 'postgres');
  mkdirSync(directory, { mode: 0o700 });
  const postgres = ownUrl === undefined ? await startPostgres(directory, { ...testSettings, ...settings }) : undefined;
  const urlOf = (name: string) => {
    const url = new URL(ownUrl ?? postgres?.urlOf(name) ?? '');
    url.pathname = `/${name}`;
    return url.href;
  };
  const admin = ownUrl ?? urlOf('postgres');
  return {
    folder,
    isLocal: postgres !== undefined,
    makeDatabase: async () => {
      const name = `payment_invoice_storm_${randomBytes(6).toString('hex')}`;
      await useClient(admin, (client) => client.query(`CREATE DATABASE "${name}" TEMPLATE template0`));
      const url = urlOf(name);
      return {
        url,
        use: (work) => useClient(url, work),
        terminate: async (server) => {
          const sql = 'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1 AND application_name = $2';
          await useClient(admin, (client) => client.query(sql, [name, nameOfServer(server)]));
        },
        crash: async (lasts) => {
          await postgres?.stop('immediate');
          await sleep(lasts);
          await postgres?.start();
        },
        freeze: async (lasts) => {
          postgres?.signal('SIGSTOP');
          await sleep(lasts);
          postgres?.signal('SIGCONT');
        },
        drop: async () => {
          await useClient(admin, (client) => client.query(`DROP DATABASE IF EXISTS "${name}" WITH (FORCE)`));
        },
      };
    },
    close: async () => {
      // A frozen process must be resumed, because it would not react to the signal to stop.
      postgres?.signal('SIGCONT');
      await postgres?.stop('immediate');
      tied.remove();
    },
  };
}

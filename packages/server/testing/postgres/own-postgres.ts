import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, type TestContext } from 'vitest';
import { noEngine, type Postgres, startPostgres, testSettings } from '../start-postgres.ts';

/**
 * Starts a PostgreSQL server for the tests of a file. The tests may stop the server. Returns a folder, with the server's files in
 * `primary`, and a function that returns the server, or skips the test with the reason if PostgreSQL cannot run here.
 */
export function useOwnPostgres(): { folder: string; findPostgres(context: TestContext): Postgres } {
  const folder = mkdtempSync(join(tmpdir(), 'payment-invoice-own-postgres-'));
  let postgres: Postgres | undefined;
  beforeAll(async () => {
    chmodSync(folder, 0o711);
    postgres = await startPostgres(join(folder, 'primary'), testSettings).catch((error) => {
      if (error.message === noEngine) return undefined;
      throw error;
    });
  });
  afterAll(async () => {
    await postgres?.stop('immediate');
    rmSync(folder, { recursive: true, force: true });
  });
  return {
    folder,
    findPostgres: ({ skip }) => {
      if (postgres) return postgres;
      skip(noEngine);
      throw new Error(noEngine);
    },
  };
}

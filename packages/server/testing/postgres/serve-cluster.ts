import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { prepareDatabase } from '../../src/store/postgres/prepare-database.ts';
import { noEngine, type Postgres, startPostgres, testSettings } from '../start-postgres.ts';

/** The name of the database that is copied for each test. */
export const templateDatabase = 'payment_invoice_template';

/** The PostgreSQL server of a test run: the URL of one of its databases, or the reason why there is no server. */
export type Cluster = { url: string } | { missing: string };

declare module 'vitest' {
  interface ProvidedContext {
    /** The port of the HTTP server from which tests get the URL of the PostgreSQL server. */
    postgresPort: number;
  }
}

/** Starts a PostgreSQL server for a test run when a test first needs it. Stops it after the last test. */
export default async function serveCluster(project: TestProject): Promise<() => Promise<void>> {
  let starting: Promise<{ cluster: Cluster; stop(): Promise<void> }> | undefined;
  const server = createServer((_request, response) => {
    starting ??= startCluster();
    const fail = (error: unknown) => response.writeHead(500).end(String(error));
    starting.then(({ cluster }) => response.end(JSON.stringify(cluster)), fail);
  });
  server.listen(0, '127.0.0.1').unref();
  await once(server, 'listening');
  project.provide('postgresPort', (server.address() as AddressInfo).port);
  return async () => {
    server.close();
    await (await starting?.catch(() => undefined))?.stop();
  };
}

async function startCluster(): Promise<{ cluster: Cluster; stop(): Promise<void> }> {
  const directory = mkdtempSync(join(tmpdir(), 'payment-invoice-postgres-'));
  let postgres: Postgres;
  try {
    postgres = await startPostgres(directory, testSettings);
  } catch (error) {
    rmSync(directory, { recursive: true, force: true });
    if ((error as Error).message !== noEngine) throw error;
    console.warn(`${noEngine} Tests that need one are skipped: set TEST_DATABASE_URL to one that may make databases.`);
    return { cluster: { missing: noEngine }, stop: async () => undefined };
  }
  await postgres.createDatabase(templateDatabase);
  await prepareDatabase(postgres.urlOf(templateDatabase));
  return {
    cluster: { url: postgres.urlOf('postgres') },
    stop: async () => {
      await postgres.stop('immediate');
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

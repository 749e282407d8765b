import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { inject, onTestFinished, TestRunner } from 'vitest';
import { clientConfig } from '../../src/store/postgres/client-config.ts';
import { type Cluster, templateDatabase } from './serve-cluster.ts';

let known: Promise<Cluster> | undefined;

/** Finds the PostgreSQL in which tests may make databases: the one at TEST_DATABASE_URL, or that of this test run. */
export function findCluster(): Promise<Cluster> {
  known ??= readCluster();
  return known;
}

/**
 * Makes a database for one test, and returns its URL. Skips the test, with the reason, when PostgreSQL is not available.
 * @param isEmpty makes it without tables
 */
export async function makeTestDatabase(isEmpty = false): Promise<string> {
  const cluster = await findCluster();
  if ('missing' in cluster) {
    TestRunner.getCurrentTest()?.context.skip(cluster.missing);
    throw new Error(cluster.missing);
  }
  const name = `payment_invoice_test_${randomBytes(6).toString('hex')}`;
  const isOurs = process.env.TEST_DATABASE_URL === undefined;
  // Copies files, which is fast without fsync. Copying through the log would take twice as long.
  const copied = isOurs ? 'STRATEGY FILE_COPY' : '';
  const template = isEmpty || !isOurs ? 'template0' : templateDatabase;
  await runIn(cluster.url, `CREATE DATABASE "${name}" TEMPLATE ${template} ${copied}`);
  // The PostgreSQL of the test run is removed with all its databases.
  if (!isOurs) onTestFinished(() => runIn(cluster.url, `DROP DATABASE IF EXISTS "${name}" WITH (FORCE)`).then(() => undefined));
  const url = new URL(cluster.url);
  url.pathname = `/${name}`;
  return url.href;
}

/** Runs a statement on a connection of its own, and returns the rows. */
// biome-ignore lint/suspicious/noExplicitAny: tests compare the rows whole
export async function runIn(url: string, sql: string, values: unknown[] = []): Promise<any[]> {
  const client = new Client({ connectionString: url, types: clientConfig(url).types });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query(sql, values)).rows;
  } finally {
    await client.end();
  }
}

async function readCluster(): Promise<Cluster> {
  if (process.env.TEST_DATABASE_URL !== undefined) return { url: process.env.TEST_DATABASE_URL };
  const response = await fetch(`http://127.0.0.1:${inject('postgresPort')}/`);
  if (!response.ok) throw new Error(await response.text());
  return (await response.json()) as Cluster;
}

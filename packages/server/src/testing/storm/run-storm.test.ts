import { expect, test } from 'vitest';
import { findCluster } from '../postgres/make-test-database.ts';
import { makeTestDirectory } from '../start-test-server.ts';
import { runStorm } from './run-storm.ts';
import { startStormPostgres } from './stage/storm-database.ts';

test('a short storm over two servers finds nothing', async ({ skip }) => {
  const cluster = await findCluster();
  if ('missing' in cluster) return skip(cluster.missing);
  const postgres = await startStormPostgres(cluster.url, {});
  const out = makeTestDirectory();
  const storm = await runStorm({ seed: 5, servers: 2, seconds: 2, control: undefined, postgres, out, report: () => undefined });
  await postgres.close();
  expect(storm.findings).toEqual([]);
  expect(storm.faults).toBeGreaterThan(0);
  expect(storm.deliveries).toBeGreaterThan(0);
}, 120_000);

import { expect, test } from 'vitest';
import { findCluster } from '../../packages/server/testing/open-test-store.ts';
import { startThrowawayPostgres } from '../../packages/server/testing/postgres/throwaway-postgres.ts';
import { makeTestDirectory } from '../../packages/server/testing/start-test-server.ts';
import { runStorm } from './run-storm.ts';

test('a short storm over two servers finds nothing', async ({ skip }) => {
  const cluster = await findCluster();
  if ('missing' in cluster) return skip(cluster.missing);
  const postgres = await startThrowawayPostgres(cluster.url, {});
  const out = makeTestDirectory();
  const storm = await runStorm({ seed: 5, servers: 2, seconds: 2, control: undefined, postgres, out, report: () => undefined });
  await postgres.close();
  expect(storm.findings).toEqual([]);
  expect(storm.faults).toBeGreaterThan(0);
  expect(storm.deliveries).toBeGreaterThan(0);
}, 120_000);

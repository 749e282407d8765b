import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runConformance } from '../../testing/run-conformance.ts';

const start = join(import.meta.dirname, '../../../scripts/start-throwaway.sh');

test('the reference server has every feature: the full profile finds nothing and skips nothing', async () => {
  const run = await runConformance('--profile', 'full', '--start', `sh '${start}'`, '--adapter', 'sandbox');
  const untold = run.report().results.filter(({ verdict }) => !['pass', 'warn'].includes(verdict));
  expect(untold.map(({ id, verdict, reason }) => `${id} ${verdict}: ${reason}`)).toEqual([]);
  expect(run.exit, run.output).toBe(0);
}, 300_000);

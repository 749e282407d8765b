import { join } from 'node:path';
import { expect, test } from 'vitest';
import { loadContract } from '../../payments/load-contract.ts';
import { expectPlanned, runConformance } from '../../testing/run-conformance.ts';
import { planCases } from '../engine/plan-cases.ts';

const start = join(import.meta.dirname, '../../../scripts/start-throwaway.sh');

test('the reference server has every feature: the full profile finds nothing, skips only what takes long, and was planned so', async () => {
  const run = await runConformance('--profile', 'full', '--start', `sh '${start}'`, '--adapter', 'sandbox');
  const untold = run.report().results.filter(({ verdict }) => verdict !== 'pass');
  const patient = planCases(loadContract()).filter(({ callbackWait }) => callbackWait !== undefined);
  const expected = patient.map(
    ({ id }) => `${id} skipped: It may wait 30 s for a callback: add --callback-wait 30 to include it.`,
  );
  expect(untold.map(({ id, verdict, reason }) => `${id} ${verdict}: ${reason}`)).toEqual(expected);
  expect(run.exit, run.output).toBe(0);
  expectPlanned(run);
}, 300_000);
